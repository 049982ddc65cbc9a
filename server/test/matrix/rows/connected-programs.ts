import { connectionRoutes } from "@atoll/contract/mcp/oauth-routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clientIdOf } from "../../../src/features/mcp/oauth/clients.ts";
import type { Actor } from "../actors.ts";
import { everyone, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { admins, only } from "./administration-targets.ts";

interface Things {
  clientId: string;
  /** The ID of its row. */
  rowId: string;
}

type Input = CaseInput<Things>;

const redirectUri = "https://editor.example/callback";

/** A request that a person can decide on. */
const requestOf = (clientId: string) => ({
  ...{ response_type: "code", client_id: clientId, redirect_uri: redirectUri, scope: "tasks:read" },
  ...{ code_challenge: "a".repeat(43), code_challenge_method: "S256" },
});

const valid = ({ things }: Input) => ({ body: requestOf(things.clientId) });
const unknown = {
  request: () => ({ body: requestOf("nothing") }),
  expect: signedIn("oauth_unknown_client"),
};

/** Adds a program that somebody has connected. */
async function newClient(world: World): Promise<string> {
  const id = uuidv7();
  await sql`INSERT INTO oauth_clients (id, name, redirect_addresses, connected_at)
    VALUES (${id}, 'Editor', ARRAY[${redirectUri}], now())`.execute(world.db);
  return id;
}

/** Connects a program of a person, with a secret name. People without an account have none. */
async function connected(world: World, owner: Pick<Actor, "id">, clientId: string, name: string) {
  const id = uuidv7();
  await sql`WITH session AS (INSERT INTO sessions (id, user_id, way, made_by, scopes, expires_at)
      SELECT ${id}::uuid, id, 'token', 'password', '{tasks:read}', now() + interval '1 day'
      FROM accounts WHERE id = ${owner.id} RETURNING id)
    INSERT INTO program_connections (id, client_id, name, redirect_host)
      SELECT id, ${clientId}, ${name}, 'editor.example' FROM session`.execute(world.db);
  return id;
}

export const connectedProgramSlice = defineSlice({
  name: "connected-programs",
  routes: connectionRoutes,
  eventNames: {},
  async furnish(world) {
    const rowId = await newClient(world);
    const name = world.secrets.hide("a colleague's program", ["author", ...admins]);
    await connected(world, world.actors.author, rowId, name);
    return { clientId: clientIdOf("Editor", [redirectUri]), rowId };
  },
  rows: {
    getServerMetadata: { any: { request: () => ({}), expect: everyone("ok") } },
    getResourceMetadata: { any: { request: () => ({}), expect: everyone("ok") } },
    getRootResourceMetadata: { any: { request: () => ({}), expect: everyone("ok") } },
    registerClient: {
      "with an address that runs": {
        request: () => ({ body: { client_name: "Editor", redirect_uris: ["javascript:alert(1)"] } }),
        expect: everyone("oauth_invalid_redirect_uri"),
      },
    },
    issueTokens: { "without a form": { request: () => ({}), expect: everyone("oauth_invalid_request") } },
    revokeProgramToken: {
      "without a form": { request: () => ({}), expect: everyone("oauth_invalid_request") },
    },
    checkConsent: { valid: { request: valid, expect: signedIn("ok") }, unknown },
    connectProgram: {
      valid: {
        request: ({ things, actor }: Input) => ({
          body: {
            ...{ id: uuidv7(), request: requestOf(things.clientId), scopes: ["tasks:read" as const] },
            currentPassword: actor.password,
          },
        }),
        expect: signedIn("ok"),
        spendsActor: true,
      },
      "without the password": {
        request: ({ things }: Input) => ({
          body: { id: uuidv7(), request: requestOf(things.clientId), scopes: ["tasks:read" as const] },
        }),
        expect: signedIn("current_password_wrong"),
        records: ["sign_in_failures", "audit_log"],
      },
    },
    refuseProgram: { valid: { request: valid, expect: signedIn("ok") }, unknown },
    listConnectedPrograms: { own: { request: () => ({}), expect: signedIn("ok") } },
    disconnectProgram: {
      own: {
        request: async ({ world, things, actor, spare }: Input) => ({
          params: {
            programId: await spare("a program", () => connected(world, actor, things.rowId, "Editor")),
          },
        }),
        expect: signedIn("ok"),
      },
      "a colleague's": {
        request: async ({ world, things, spare }: Input) => ({
          params: {
            programId: await spare("a program of nobody here", async () =>
              connected(world, await world.newPerson(), things.rowId, "Foreign"),
            ),
          },
        }),
        expect: signedIn("connected_program_not_found"),
      },
    },
    listAllConnections: { all: { request: () => ({ query: {} }), expect: only(admins) } },
    endAnyConnection: {
      "a colleague's": {
        request: async ({ world, things, spare }: Input) => ({
          params: {
            programId: await spare("a program to end", async () =>
              connected(world, await world.newPerson(), things.rowId, "Foreign"),
            ),
          },
        }),
        expect: only(admins),
      },
      missing: {
        request: () => ({ params: { programId: uuidv7() } }),
        expect: only(admins, "connected_program_not_found"),
      },
    },
    listBlockedPrograms: { all: { request: () => ({}), expect: only(admins) } },
    blockProgram: {
      "a connected one": {
        request: async ({ world, spare }: Input) => ({
          params: { clientId: await spare("a program to block", () => newClient(world)) },
        }),
        expect: only(admins),
      },
      missing: {
        request: () => ({ params: { clientId: uuidv7() } }),
        expect: only(admins, "connected_program_not_found"),
      },
    },
    allowProgram: {
      "one that is not blocked": {
        request: ({ things }: Input) => ({ params: { clientId: things.rowId } }),
        expect: only(admins),
      },
    },
  },
  events: {},
});
