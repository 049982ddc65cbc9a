import { createHash, randomBytes } from "node:crypto";
import { personalTokenRoutes } from "@atoll/contract/personal-tokens/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Actor } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { admins, only } from "./administration-targets.ts";
import { newBot } from "./bots.ts";

/** Writes a token of a person, with a secret name. People without an account have none. */
async function newToken(world: World, owner: { id: string }, name: string): Promise<string> {
  const id = uuidv7();
  await sql`WITH session AS (INSERT INTO sessions (id, user_id, way, made_by, scopes, expires_at)
      SELECT ${id}::uuid, id, 'token', 'password', '{tasks:read}', now() + interval '1 day'
      FROM accounts WHERE id = ${owner.id} RETURNING id)
    INSERT INTO personal_tokens (id, name, token_hash, ending, is_endless)
      SELECT id, ${name}, ${createHash("sha256").update(randomBytes(32)).digest()}, 'abcd', false FROM session`.execute(
    world.db,
  );
  return id;
}

const owned = (world: World, actor: Actor) =>
  newToken(world, actor, world.secrets.hide("the name of a token", [actor.name, ...admins]));

const ofBot = async ({ world, spare }: CaseInput<unknown>) => ({
  params: { botId: await spare("a bot", () => newBot(world, world.actors.author.id)) },
});

const ownBot = (world: World, actor: Actor) => newBot(world, actor.id);

export const personalTokenSlice = defineSlice({
  name: "personal-tokens",
  routes: personalTokenRoutes,
  eventNames: {},
  async furnish(world) {
    const { author } = world.actors;
    return {
      tokenId: await newToken(
        world,
        author,
        world.secrets.hide("a colleague's token", ["author", ...admins]),
      ),
    };
  },
  rows: {
    listTokens: { "one's own": { request: () => ({}), expect: signedIn("ok") } },
    createToken: {
      valid: {
        request: ({ actor }) => ({
          body: {
            ...{ id: uuidv7(), name: "Script", scopes: ["tasks:read" as const], days: 30 },
            currentPassword: actor.password,
          },
        }),
        expect: signedIn("ok"),
        spendsActor: true,
      },
      "without an end": {
        request: ({ actor }) => ({
          body: {
            ...{ id: uuidv7(), name: "Script", scopes: ["tasks:read" as const], days: null },
            currentPassword: actor.password,
          },
        }),
        expect: signedIn("endless_token_refused"),
      },
      "without the password": {
        request: () => ({
          body: { id: uuidv7(), name: "Script", scopes: ["tasks:read" as const], days: 30 },
        }),
        expect: signedIn("current_password_wrong"),
        records: ["sign_in_failures", "audit_log"],
      },
      "without a scope": {
        request: () => ({ body: { id: uuidv7(), name: "Script", scopes: [], days: 30 } }),
        expect: signedIn("invalid_request"),
      },
    },
    revokeToken: {
      "one's own": {
        request: async ({ world, actor, spare }) => ({
          params: { tokenId: await spare("a token", () => owned(world, actor)) },
        }),
        expect: signedIn("ok"),
      },
      "a colleague's": {
        request: async ({ world, spare }) => ({
          params: {
            tokenId: await spare("a token of nobody here", async () =>
              newToken(world, await world.newPerson(), "Foreign"),
            ),
          },
        }),
        expect: signedIn("token_not_found"),
      },
    },
    // Only its owner sees and revokes its tokens, also without the permission to make more.
    listBotTokens: {
      "of the author": { request: ofBot, expect: signedIn("bot_not_found", { author: "ok" }) },
    },
    createBotToken: {
      "of one's own": {
        request: async ({ world, actor, spare }) => ({
          params: { botId: await spare("a bot of the viewer", () => ownBot(world, actor)) },
          body: {
            ...{ id: uuidv7(), name: "CI", scopes: ["chat:write" as const], days: 30 },
            currentPassword: actor.password,
          },
        }),
        expect: only(admins),
      },
      "of the author": {
        request: async (input) => ({
          ...(await ofBot(input)),
          body: { id: uuidv7(), name: "CI", scopes: ["chat:write" as const], days: 30 },
        }),
        expect: only(admins, "bot_not_found"),
      },
    },
    revokeBotToken: {
      "of one's own": {
        request: async ({ world, actor, spare }) =>
          spare("a token of a bot", async () => {
            const botId = await ownBot(world, actor);
            return { params: { botId, tokenId: await newToken(world, { id: botId }, "Deploys") } };
          }),
        expect: signedIn("ok"),
      },
      "of the author": {
        request: async (input) => ({ params: { ...(await ofBot(input)).params, tokenId: uuidv7() } }),
        expect: signedIn("bot_not_found", { author: "token_not_found" }),
      },
    },
    listAllTokens: { all: { request: () => ({ query: {} }), expect: only(admins) } },
    revokeAnyToken: {
      "a colleague's": {
        request: async ({ world, spare }) => ({
          params: {
            tokenId: await spare("a token", async () => newToken(world, await world.newPerson(), "Foreign")),
          },
        }),
        expect: only(admins),
      },
      missing: {
        request: () => ({ params: { tokenId: uuidv7() } }),
        expect: only(admins, "token_not_found"),
      },
    },
    setTokenRules: {
      "as they are": { request: () => ({ body: { mayBeEndless: false } }), expect: only(admins) },
    },
  },
  events: {},
});
