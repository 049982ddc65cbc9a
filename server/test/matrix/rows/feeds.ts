import { feedRoutes } from "@atoll/contract/feeds/routes";
import { feedPrefix } from "@atoll/contract/feeds/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { newProgramSecret } from "../../../src/platform/seals/program-secrets.ts";
import type { Actor } from "../actors.ts";
import { everyone, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { admins, only } from "./administration-targets.ts";

/**
 * Writes a feed of a person. People without an account have none. It has no area: everyone who has the address reads it,
 * and an entry would look like a leak. The tests of the slice look at the entries.
 */
async function newFeed(
  world: World,
  owner: { id: string },
  name: string,
): Promise<{ feedId: string; secret: string }> {
  const feedId = uuidv7();
  const { secret, hash, ending } = newProgramSecret(feedPrefix);
  await sql`WITH session AS (INSERT INTO sessions (id, user_id, way, made_by, scopes, expires_at)
      SELECT ${feedId}::uuid, id, 'token', 'password', '{}', now() + interval '1 day'
      FROM accounts WHERE id = ${owner.id} RETURNING id)
    INSERT INTO feeds (id, name, secret_hash, ending, is_endless)
      SELECT id, ${name}, ${hash}, ${ending}, false FROM session`.execute(world.db);
  return { feedId, secret };
}

const owned = (world: World, actor: Actor) =>
  newFeed(world, actor, world.secrets.hide("the name of a feed", [actor.name, ...admins]));

/** A feed of somebody who is no actor. */
const foreign = async ({ world, spare }: CaseInput<unknown>) =>
  spare("a feed of nobody here", async () => {
    const person = await world.newPerson();
    return { userId: person.id, feedId: (await newFeed(world, person, "Foreign")).feedId };
  });

const newBody = (actor: Pick<Actor, "password">) => ({
  ...{ id: uuidv7(), name: "Reader", areas: ["ideas" as const] },
  currentPassword: actor.password,
});

export const feedSlice = defineSlice({
  name: "feeds",
  routes: feedRoutes,
  eventNames: {},
  async furnish(world) {
    const owner = await world.newDouble("author");
    await newFeed(world, owner, world.secrets.hide("a colleague's feed", admins));
    // Everyone who reads it sees its name.
    return newFeed(world, owner, "Read by everyone");
  },
  rows: {
    listFeeds: { "one's own": { request: () => ({}), expect: signedIn("ok") } },
    createFeed: {
      valid: {
        request: ({ actor }) => ({ body: newBody(actor) }),
        expect: signedIn("ok"),
        spendsActor: true,
      },
      "without the password": {
        request: ({ actor }) => {
          const { currentPassword: _, ...body } = newBody(actor);
          return { body };
        },
        expect: signedIn("current_password_wrong"),
        records: ["sign_in_failures", "audit_log"],
      },
      "without an area": {
        request: ({ actor }) => ({ body: { ...newBody(actor), areas: [] } }),
        expect: signedIn("invalid_request"),
      },
    },
    renameFeed: {
      "one's own": {
        request: async ({ world, actor, spare }) => ({
          params: { feedId: (await spare("a feed", () => owned(world, actor))).feedId },
          body: { version: 1, name: "Other reader" },
        }),
        expect: signedIn("ok"),
      },
      "a colleague's": {
        request: async (input) => ({
          params: { feedId: (await foreign(input)).feedId },
          body: { version: 1, name: "Other reader" },
        }),
        expect: signedIn("feed_not_found"),
      },
    },
    revokeFeed: {
      "one's own": {
        request: async ({ world, actor, spare }) => ({
          params: { feedId: (await spare("a feed", () => owned(world, actor))).feedId },
        }),
        expect: signedIn("ok"),
      },
      "a colleague's": {
        request: async (input) => ({ params: { feedId: (await foreign(input)).feedId } }),
        expect: signedIn("feed_not_found"),
      },
    },
    readFeed: {
      "by its address": {
        request: ({ things }) => ({ params: { secret: things.secret } }),
        expect: everyone("ok"),
      },
      "that was revoked, or never was": {
        request: () => ({ params: { secret: newProgramSecret(feedPrefix).secret } }),
        expect: everyone("feed_not_found"),
      },
      malformed: {
        request: () => ({ params: { secret: "feed" } }),
        expect: everyone("feed_not_found"),
      },
    },
    listAllFeeds: { all: { request: () => ({ query: {} }), expect: only(admins) } },
    revokeAnyFeed: {
      "a colleague's": {
        request: async (input) => ({ params: { feedId: (await foreign(input)).feedId } }),
        expect: only(admins),
      },
      missing: {
        request: () => ({ params: { feedId: uuidv7() } }),
        expect: only(admins, "feed_not_found"),
      },
    },
    revokeFeedsOfPerson: {
      "a colleague's": {
        request: async (input) => ({ params: { userId: (await foreign(input)).userId } }),
        expect: only(admins),
      },
      missing: {
        request: () => ({ params: { userId: uuidv7() } }),
        expect: only(admins, "feed_not_found"),
      },
    },
  },
  events: {},
});
