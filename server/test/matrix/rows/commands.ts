import { randomBytes } from "node:crypto";
import { commandEvents } from "@atoll/contract/commands/events";
import { commandRoutes } from "@atoll/contract/commands/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { each, everyone, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { admins, only } from "./administration-targets.ts";
import { chatters } from "./chat-states.ts";
import { inside, ownedChannel } from "./chat-things.ts";

interface Things {
  channelId: string;
  messageId: string;
  commandId: string;
  name: string;
}
type Input = CaseInput<Things>;

/** Writes a command of the administrator, whose program is in a private network. */
async function newCommand(world: World): Promise<Pick<Things, "commandId" | "name">> {
  const commandId = uuidv7();
  const name = `c-${commandId.slice(-12)}`;
  const address = `https://10.0.0.8/${world.secrets.hide("the address of a command", admins)}`;
  await sql`WITH profile AS (INSERT INTO profiles (id, name, is_program)
      VALUES (${commandId}, ${`Program ${name}`}, true) RETURNING id)
    INSERT INTO commands (id, name, owner_id, address, sealed, key_id)
      SELECT profile.id, ${name}, ${world.actors.admin.id}, ${address}, ${randomBytes(64)}, k.id
      FROM profile, (SELECT id FROM signing_keys ORDER BY created_at DESC LIMIT 1) k`.execute(world.db);
  return { commandId, name };
}

/** Writes an answer with a button to the author alone. */
async function newAnswer(world: World): Promise<Things> {
  const command = await newCommand(world);
  const channelId = await ownedChannel(world, inside);
  const messageId = uuidv7();
  await sql`INSERT INTO program_buttons (id, command_id, channel_id, user_id, text, actions)
    VALUES (${messageId}, ${command.commandId}, ${channelId}, ${world.actors.author.id}, 'Sure?',
      ${JSON.stringify([{ ...{ kind: "block", id: "yes", name: "yes", place: "b1" }, value: "1", label: "Yes" }])}::jsonb)`.execute(
    world.db,
  );
  return { ...command, channelId, messageId };
}

const ofSpare = async ({ world, spare }: Input) => ({
  params: { commandId: (await spare("a command", () => newCommand(world))).commandId },
});
const missing = { params: { commandId: uuidv7() } };
const newBody = (input: Input) => ({
  ...{ id: uuidv7(), name: `n-${uuidv7().slice(-12)}`, program: `Deploys ${uuidv7().slice(-8)}` },
  ...{ address: "https://program.example.test/", currentPassword: input.actor.password },
});

export const commandSlice = defineSlice({
  name: "commands",
  routes: commandRoutes,
  eventNames: commandEvents,
  furnish: newAnswer,
  rows: {
    listCommands: { all: { request: () => ({}), expect: chatters("ok") } },
    listManagedCommands: { all: { request: () => ({}), expect: only(admins) } },
    runCommand: {
      unknown: {
        request: ({ things }: Input) => ({
          params: { channelId: things.channelId },
          body: { id: uuidv7(), name: "unknown", text: "x" },
        }),
        expect: chatters("channel_not_found", each(inside, "command_not_found")),
        lacksOutside: true,
      },
    },
    pressButton: {
      "of an answer to the author alone": {
        request: ({ things }: Input) => ({
          params: { messageId: things.messageId },
          body: { id: uuidv7(), button: "no" },
        }),
        expect: signedIn("message_not_found", { author: "buttons_changed" }),
        lacksOutside: true,
      },
    },
    answerCommand: {
      "to no call": {
        request: () => ({ params: { secret: `atoll_answer_${uuidv7()}` } }),
        expect: everyone("expired_url"),
        lacksOutside: true,
      },
    },
    createCommand: {
      new: { request: (input: Input) => ({ body: newBody(input) }), expect: only(admins) },
      "at an inner address": {
        request: (input: Input) => ({ body: { ...newBody(input), address: "https://10.0.0.8/" } }),
        expect: only(admins, "webhook_address_refused"),
      },
    },
    changeCommand: {
      "of the administrator": {
        request: async (input: Input) => ({
          ...(await ofSpare(input)),
          body: { version: 1, help: "Deploys" },
        }),
        expect: only(admins),
      },
      missing: {
        request: () => ({ ...missing, body: { version: 1 } }),
        expect: only(admins, "command_not_found"),
      },
    },
    renewCommandSecret: {
      "of the administrator": {
        request: async (input: Input) => ({
          ...(await ofSpare(input)),
          body: { currentPassword: input.actor.password },
        }),
        expect: only(admins),
      },
      missing: { request: () => ({ ...missing, body: {} }), expect: only(admins, "command_not_found") },
    },
    deleteCommand: {
      "of the administrator": { request: ofSpare, expect: only(admins) },
      missing: { request: () => missing, expect: only(admins, "command_not_found") },
    },
  },
  events: {
    "command.answered": {
      change: async ({ world, things, listeners }) => {
        const secret = `atoll_answer_${uuidv7()}`;
        await sql`INSERT INTO command_calls (id, command_id, user_id, channel_id, secret_hash, uses_left, expires_at)
          VALUES (${uuidv7()}, ${things.commandId}, ${listeners.member.id}, ${things.channelId},
            sha256(${secret}::bytea), 5, now() + interval '30 minutes')`.execute(world.db);
        const { status } = await world.send(world.actors.stranger, "POST", `/api/command-answers/${secret}`, {
          text: "Done",
        });
        if (status !== 200) throw new Error(`no answer was taken: ${status}`);
      },
      receivers: ["member"],
    },
  },
});
