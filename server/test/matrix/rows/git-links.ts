import { createHmac } from "node:crypto";
import { gitLinkEvents } from "@atoll/contract/git-links/events";
import { gitLinkRoutes } from "@atoll/contract/git-links/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { expect, vi } from "vitest";
import { connectionSecret } from "../../../src/features/git-links/access.ts";
import { createClient } from "../../client.ts";
import type { Actor, ActorName } from "../actors.ts";
import { each, everyone, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { admins, only } from "./administration-targets.ts";
import {
  furnishTasks,
  states,
  type Input as TaskInput,
  type Things as TaskThings,
  team,
} from "./task-things.ts";

interface Things extends TaskThings {
  connectionId: string;
}
type Input = TaskInput & { things: Things };

/** Writes a connection of a person for Backend, which is paused. People without an account have none. */
async function newConnection(
  world: World,
  { id: ownerId, name }: { id: string; name?: ActorName },
): Promise<{ connectionId: string }> {
  const readers = name === undefined ? admins : ([...admins, name] as const);
  const connectionId = uuidv7();
  const { sealed, key_id } = await connectionSecret.seal(world.db, connectionId, "whsec_c3BhcmU=");
  await sql`INSERT INTO git_connections (id, department_id, owner_id, name, provider, is_on, sealed, key_id, sent_hash)
    SELECT ${connectionId}, ${world.departmentIds.Backend}, id, ${world.secrets.hide("the name of a connection", readers)},
      'github', false, ${sealed}, ${key_id}, '\\x00' FROM accounts WHERE id = ${ownerId}`.execute(world.db);
  return { connectionId };
}

const own = async ({ world, actor, spare }: Input) => ({
  params: await spare("an own connection", () => newConnection(world, actor)),
});
/** Those who manage the department of a connection pause it, take it over and delete it. */
const foreign = async ({ world, spare }: Input) => ({
  params: await spare("a foreign connection", () => newConnection(world, world.actors.author)),
});
const missing = () => ({ params: { connectionId: uuidv7() } });
const gone = only(admins, "git_connection_not_found");

const newBody = (departmentId: string | undefined) => ({
  ...{ id: uuidv7(), name: "Site", provider: "github" as const, departmentId: departmentId ?? uuidv7() },
  ...{ movesOpened: false, movesMerged: false },
});

async function connect(world: World, actor: Actor): Promise<{ id: string; secret: string }> {
  const body = newBody(world.departmentIds.Backend);
  const answer = await world.send(actor, "POST", "/api/git-connections", body);
  if (answer.status !== 201) throw new Error(`no connection was created: ${answer.status}`);
  return { id: body.id, secret: (answer.body as { secret: string }).secret };
}

/** Links a task of Backend with a branch, whose name only its readers see. */
async function addLink(world: World, taskId: string, connectionId: string): Promise<string> {
  const id = uuidv7();
  await sql`INSERT INTO git_links (id, connection_id, task_id, kind, external_id, repository, number, title, at, delivery,
      first_delivery)
    VALUES (${id}, ${connectionId}, ${taskId}, 'branch', ${`7 ${id}`}, 'octo/site', '',
      ${world.secrets.hide("the name of a branch", team)}, now(), 0, 0)`.execute(world.db);
  return id;
}

export const gitLinkSlice = defineSlice<typeof gitLinkRoutes, keyof typeof gitLinkEvents, Things>({
  name: "git links",
  routes: gitLinkRoutes,
  eventNames: gitLinkEvents,
  async furnish(world) {
    const things = await furnishTasks(world);
    const { connectionId } = await newConnection(world, world.actors.author);
    await addLink(world, things.teamTaskId, connectionId);
    return { ...things, connectionId };
  },
  rows: {
    listGitConnections: { all: { request: () => ({ query: {} }), expect: only(admins) } },
    listGitDepartments: { all: { request: () => ({ query: {} }), expect: only(admins) } },
    createGitConnection: {
      "of Backend": {
        request: ({ world }) => ({ body: newBody(world.departmentIds.Backend) }),
        expect: only(admins),
      },
      "of no department": {
        request: () => ({ body: newBody(undefined) }),
        expect: only(admins, "department_not_found"),
      },
    },
    changeGitConnection: {
      own: {
        request: async (input) => ({ ...(await own(input)), body: { version: 1, name: "Docs" } }),
        expect: only(admins),
      },
      "of the author, paused": {
        request: async (input) => ({ ...(await foreign(input)), body: { version: 1, isOn: false } }),
        expect: only(admins),
      },
      "of the author, resumed": {
        request: ({ things: { connectionId } }) => ({
          params: { connectionId },
          body: { version: 1, isOn: true },
        }),
        expect: only(admins, "git_connection_of_other"),
      },
      missing: { request: () => ({ ...missing(), body: { version: 1, isOn: false } }), expect: gone },
    },
    renewGitSecret: {
      own: { request: own, expect: only(admins) },
      "of the author": {
        request: ({ things: { connectionId } }) => ({ params: { connectionId } }),
        expect: only(admins, "git_connection_of_other"),
      },
      missing: { request: missing, expect: gone },
    },
    takeOverGitConnection: {
      "of the author": {
        request: async (input) => ({ ...(await foreign(input)), body: { version: 1 } }),
        expect: only(admins),
      },
      missing: { request: () => ({ ...missing(), body: { version: 1 } }), expect: gone },
    },
    deleteGitConnection: {
      own: { request: own, expect: only(admins) },
      "of the author": { request: foreign, expect: only(admins) },
      missing: { request: missing, expect: gone },
    },
    listGitLinks: {
      ...states((id) => ({ query: { kind: "task" as const, id } })),
      "of a card that is missing": {
        request: () => ({ query: { kind: "card" as const, id: uuidv7() } }),
        expect: signedIn("card_not_found", each([], "ok")),
      },
    },
    removeGitLink: {
      "of the department": {
        request: async ({ world, things, spare }) => ({
          params: await spare("a link", async () => ({
            linkId: await addLink(world, things.teamTaskId, things.connectionId),
          })),
        }),
        expect: signedIn("git_link_not_found", each(team, "ok")),
      },
      missing: { request: () => ({ params: { linkId: uuidv7() } }), expect: signedIn("git_link_not_found") },
    },
    receiveGitHook: {
      unsigned: {
        request: ({ things: { connectionId } }) => ({ params: { connectionId } }),
        expect: everyone("git_hook_refused"),
      },
      missing: { request: missing, expect: everyone("git_hook_refused") },
    },
  },
  events: {
    "git-connections.changed": {
      change: async ({ world }) => void (await connect(world, world.actors.admin)),
      receivers: admins,
    },
    "git-links.changed": {
      async change({ world, things }) {
        const { id, secret } = await connect(world, world.actors.superAdmin);
        const raw = JSON.stringify({
          ...{ ref: `refs/heads/fix-${things.teamTaskId}`, after: "1".repeat(40), commits: [] },
          repository: { id: 7, full_name: "octo/site", html_url: "https://git.example.test/octo/site" },
        });
        const signature = `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`;
        const headers = { "x-github-event": "push", "x-hub-signature-256": signature };
        await createClient(world.server.url).send("POST", `/api/git-hooks/${id}`, { raw, headers });
        // The job writes, and refusals after it must not seem to.
        await vi.waitFor(async () => {
          const { rows } =
            await sql`SELECT FROM git_deliveries WHERE connection_id = ${id} AND outcome = 'done'`.execute(
              world.db,
            );
          expect(rows).toHaveLength(1);
        });
      },
      // A person without any permission is still in the department.
      receivers: [...team, "demoted"],
    },
  },
});
