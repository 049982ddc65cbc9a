import { automationEvents } from "@atoll/contract/automations/events";
import { automationRoutes } from "@atoll/contract/automations/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Actor, ActorName } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { admins, only } from "./administration-targets.ts";

interface Things {
  automationId: string;
  approvalId: string;
}
type Input = CaseInput<Things>;

/** Writes an automation of a person in a place that is gone, which is off. People without an account have none. */
async function newAutomation(world: World, { id, name }: { id: string; name?: ActorName }) {
  const own = name === undefined ? [] : [name];
  const automationId = uuidv7();
  await sql`INSERT INTO automations
      (id, owner_id, name, place_kind, place_id, trigger_kind, trigger, actions, is_on, sent_hash)
    SELECT ${automationId}, id, ${world.secrets.hide("the name of an automation", own)}, 'section', uuidv7(),
      'card.created', '{"kind":"card.created"}', '[]', false, '\\x00' FROM accounts WHERE id = ${id}`.execute(
    world.db,
  );
  return { automationId };
}

/** Writes a request for the approval of a person, of an automation without a subject. */
async function newApproval(world: World, asked: Pick<Actor, "id"> & { name?: ActorName }) {
  const { id: ownerId } = world.actors.admin;
  const [automationId, runId, approvalId] = [uuidv7(), uuidv7(), uuidv7()];
  await sql`INSERT INTO automations
      (id, owner_id, name, place_kind, place_id, trigger_kind, trigger, actions, is_on, sent_hash)
    VALUES (${automationId}, ${ownerId}, 'Asks', 'department', uuidv7(), 'schedule', '{"kind":"schedule"}', '[]', false,
      '\\x00')`.execute(world.db);
  await sql`INSERT INTO automation_runs (id, automation_id, event_key, due_at)
    VALUES (${runId}, ${automationId}, 'schedule now', now() + interval '1 day')`.execute(world.db);
  const own = asked.name === undefined ? [] : [asked.name];
  await sql`INSERT INTO approvals (id, run_id, text, needs_all, ends_at)
    VALUES (${approvalId}, ${runId}, ${world.secrets.hide("a request for approval", own)}, false,
      now() + interval '1 day')`.execute(world.db);
  await sql`INSERT INTO approval_answers (approval_id, person_id)
    SELECT ${approvalId}, id FROM accounts WHERE id = ${asked.id}`.execute(world.db);
  return { approvalId };
}
const ownApproval = ({ world, actor, spare }: Input) =>
  spare("an own request for approval", () => newApproval(world, actor));

const own = async ({ world, actor, spare }: Input) => ({
  params: await spare("an own automation", () => newAutomation(world, actor)),
});
/** Nobody manages the place. */
const ofAuthor = {
  request: ({ things }: Input) => ({ params: things }),
  expect: only(admins, "automation_not_found"),
};

const channelBody = (channelId: string) => ({
  ...{ id: uuidv7(), name: "Greet", place: { kind: "channel" as const, id: channelId } },
  trigger: { kind: "schedule" as const, every: "month" as const, time: "09:00", zone: "UTC" },
  actions: [{ do: "message.post" as const, channelId, text: "Hello" }],
});

/** A channel that the actor owns. */
async function ownChannel(world: World, { id }: Pick<Actor, "id">): Promise<string> {
  const channelId = uuidv7();
  await sql`INSERT INTO channels (id, name, type, created_by)
    SELECT ${channelId}, ${`automated ${channelId}`}, 'PRIVATE', id FROM accounts WHERE id = ${id}`.execute(
    world.db,
  );
  await sql`INSERT INTO channel_members (channel_id, user_id, is_owner)
    SELECT ${channelId}, id, true FROM accounts WHERE id = ${id}`.execute(world.db);
  return channelId;
}

export const automationSlice = defineSlice({
  name: "automations",
  routes: automationRoutes,
  eventNames: automationEvents,
  furnish: async (world) => ({
    ...(await newAutomation(world, world.actors.author)),
    ...(await newApproval(world, world.actors.author)),
  }),
  rows: {
    listAutomations: { all: { request: () => ({ query: {} }), expect: only(admins) } },
    listAutomationPlaces: { all: { request: () => ({ query: {} }), expect: only(admins) } },
    readPattern: {
      all: { request: () => ({ query: { pattern: "0 9 * * 1-5", zone: "UTC" } }), expect: only(admins) },
    },
    createAutomation: {
      "of an own channel": {
        request: async ({ world, actor, spare }: Input) => {
          const { id } = await spare("an own channel", async () => ({ id: await ownChannel(world, actor) }));
          return { body: channelBody(id) };
        },
        expect: only(admins),
      },
      "of a channel that is not there": {
        request: () => ({ body: channelBody(uuidv7()) }),
        expect: only(admins, "channel_not_found"),
      },
    },
    changeAutomation: {
      own: {
        request: async (input: Input) => ({ ...(await own(input)), body: { version: 1, isOn: false } }),
        expect: only(admins),
      },
      "of the author": {
        request: ({ things }: Input) => ({ params: things, body: { version: 1, isOn: false } }),
        expect: only(admins, "automation_not_found"),
      },
    },
    takeOverAutomation: {
      own: {
        request: async (input: Input) => ({ ...(await own(input)), body: { version: 1 } }),
        expect: only(admins),
      },
      "of the author": {
        request: ({ things }: Input) => ({ params: things, body: { version: 1 } }),
        expect: only(admins, "automation_not_found"),
      },
    },
    deleteAutomation: { own: { request: own, expect: only(admins) }, "of the author": ofAuthor },
    listAutomationRuns: {
      own: {
        request: async (input: Input) => ({ ...(await own(input)), query: {} }),
        expect: only(admins),
      },
      "of the author": {
        request: ({ things }: Input) => ({ params: things, query: {} }),
        expect: only(admins, "automation_not_found"),
      },
    },
    listApprovals: {
      all: {
        request: async ({ world, actor, spare }: Input) => {
          await spare("a request for approval", () => newApproval(world, actor));
          return { query: {} };
        },
        expect: signedIn("ok"),
      },
    },
    getApproval: {
      own: {
        request: async (input: Input) => ({ params: await ownApproval(input) }),
        expect: signedIn("ok"),
      },
      "of the author": {
        request: ({ things: { approvalId } }: Input) => ({ params: { approvalId } }),
        expect: signedIn("approval_not_found", { author: "ok" }),
      },
    },
    answerApproval: {
      own: {
        request: async (input: Input) => ({ params: await ownApproval(input), body: { isApproved: true } }),
        expect: signedIn("ok"),
      },
      "of nobody": {
        request: () => ({ params: { approvalId: uuidv7() }, body: { isApproved: true } }),
        expect: signedIn("approval_not_found"),
      },
    },
    tryAutomation: {
      "of an own channel": {
        request: async ({ world, actor, spare }: Input) => ({
          params: await spare("an automation of an own channel", async () => {
            const things = await newAutomation(world, actor);
            await sql`UPDATE automations SET place_kind = 'channel', place_id = ${await ownChannel(world, actor)},
              trigger_kind = 'message.posted', trigger = '{"kind":"message.posted","text":""}'
              WHERE id = ${things.automationId}`.execute(world.db);
            return things;
          }),
        }),
        expect: only(admins),
      },
      "of the author": ofAuthor,
    },
  },
  events: {
    "approvals.changed": {
      change: ({ world }) => newApproval(world, world.actors.author).then(() => undefined),
      receivers: ["author"],
    },
    "automations.changed": {
      change: async ({ world }) => {
        const { admin } = world.actors;
        const body = channelBody(await ownChannel(world, admin));
        const { status } = await world.send(admin, "POST", "/api/automations", body);
        if (status !== 201) throw new Error(`no automation was created: ${status}`);
      },
      receivers: admins,
    },
  },
});
