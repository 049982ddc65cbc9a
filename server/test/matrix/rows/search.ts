import { searchEvents } from "@atoll/contract/search/events";
import { type SearchKind, searchKinds } from "@atoll/contract/search/limits";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { vi } from "vitest";
import type { Actor } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { defineSlice, type Spare } from "../slice.ts";
import type { World } from "../world.ts";
import { admins, only } from "./administration-targets.ts";
import { must } from "./chat-things.ts";

/**
 * The prefix of every secret in the matrix: a search for it returns everything the person may read, of every kind and
 * slice, and nothing else.
 */
const everySecret = "hush";

const ofKind = (kind: SearchKind) => ({
  request: async ({ world }: { world: World }) => {
    // Without a secret among what can be found, nothing could leak. What stands in files is read after they were sent.
    await secretOf(world, kind);
    return { query: { query: everySecret, kind, limit: 50 } };
  },
  expect: signedIn("ok"),
  isOncePerPerson: true as const,
});

/** A secret of this kind with one letter changed. Only people who may read the secret get it as a suggestion. */
const misspelt = (kind: SearchKind) => ({
  request: async ({ world }: { world: World }) => {
    const secret = await secretOf(world, kind);
    return { query: { query: secret.replace(/.$/, "z") } };
  },
  expect: signedIn("ok"),
  isOncePerPerson: true as const,
});

interface Things {
  /** The author's. */
  savedId: string;
}

export const searchSlice = defineSlice<typeof searchRoutes, keyof typeof searchEvents, Things>({
  name: "search",
  routes: searchRoutes,
  eventNames: searchEvents,
  furnish: async (world) => {
    const address = `q=${world.secrets.hide("a saved search", ["author"])}`;
    const id = await save(world, world.actors.author, address);
    return { savedId: id };
  },
  rows: {
    getWordGroups: { "as they are": { request: () => ({}), expect: only(admins) } },
    setWordGroups: {
      "as they are": {
        request: async ({ world }) => ({ body: await wordsNow(world) }),
        expect: only(admins),
        isOneAtATime: true,
      },
      "seen before someone else's change": {
        request: async ({ world }) => ({ body: { ...(await wordsNow(world)), version: 1_000_000 } }),
        expect: only(admins, "changed_meanwhile"),
      },
      "with a word alone": {
        request: async ({ world }) => ({ body: { ...(await wordsNow(world)), groups: [["depot"]] } }),
        expect: signedIn("invalid_request"),
      },
    },
    searchEverywhere: {
      ...Object.fromEntries(searchKinds.map((kind) => [`every ${kind}`, ofKind(kind)])),
      "the newest": {
        request: () => ({ query: { query: everySecret, order: "newest" as const, limit: 50 } }),
        expect: signedIn("ok"),
      },
      "of somebody": {
        request: ({ world }) => ({ query: { personId: world.actors.author.id, limit: 50 } }),
        expect: signedIn("ok"),
      },
      "in a department": {
        request: ({ world }) => ({
          query: { query: "in:backend", departmentId: world.departmentIds.Backend ?? "", limit: 50 },
        }),
        expect: signedIn("ok"),
      },
      "with a file": {
        request: () => ({ query: { query: "has:file", limit: 50 } }),
        expect: signedIn("ok"),
      },
      ...Object.fromEntries(searchKinds.map((kind) => [`a misspelt ${kind}`, misspelt(kind)])),
      nothing: { request: () => ({ query: { query: " " } }), expect: signedIn("ok") },
      malformed: {
        request: () => ({ query: { kind: "moon" as "task" } }),
        expect: signedIn("invalid_request"),
      },
      "too long": {
        request: () => ({ query: { query: "x".repeat(1001) } }),
        expect: signedIn("invalid_request"),
      },
    },
    suggestHits: {
      all: { request: () => ({ query: { query: everySecret } }), expect: signedIn("ok") },
      nothing: { request: () => ({ query: { query: "" } }), expect: signedIn("invalid_request") },
    },
    findSimilar: {
      all: {
        request: () => ({ query: { text: everySecret, kinds: "task,event,announcement" } }),
        expect: signedIn("ok"),
        isOncePerPerson: true as const,
      },
      "of a kind that there is not": {
        request: () => ({ query: { text: everySecret, kinds: "moon" } }),
        expect: signedIn("invalid_request"),
      },
    },
    noteOpenedHit: {
      "whatever it is": {
        request: () => ({ body: { kind: "task" as const, id: uuidv7() } }),
        expect: signedIn("ok"),
      },
      malformed: {
        request: () => ({ body: { kind: "moon" as "task", id: uuidv7() } }),
        expect: signedIn("invalid_request"),
      },
    },
    listSearches: { "one's own": { request: () => ({}), expect: signedIn("ok") } },
    noteSearch: {
      "one's own": { request: () => ({ body: { address: "q=tide" } }), expect: signedIn("ok") },
      empty: { request: () => ({ body: { address: "" } }), expect: signedIn("invalid_request") },
    },
    forgetSearches: {
      all: { request: () => ({ query: {} }), expect: signedIn("ok") },
      one: { request: () => ({ query: { address: "q=tide" } }), expect: signedIn("ok") },
    },
    saveSearch: {
      "a new one": { request: () => ({ body: saved() }), expect: signedIn("ok") },
      "under the id of another's": {
        request: ({ things }) => ({ body: saved(things.savedId) }),
        expect: signedIn("saved_search_id_taken"),
      },
      malformed: {
        request: () => ({ body: { ...saved(), name: "" } }),
        expect: signedIn("invalid_request"),
      },
    },
    deleteSavedSearch: {
      "one's own": {
        request: async ({ world, actor, spare }) => ({
          params: { searchId: await spareSearch(world, actor, spare) },
        }),
        expect: signedIn("ok"),
      },
      // As if it were gone already.
      "another's": {
        request: ({ things }) => ({ params: { searchId: things.savedId } }),
        expect: signedIn("ok"),
      },
      malformed: { request: () => ({ params: { searchId: "first" } }), expect: signedIn("invalid_request") },
    },
  },
  events: {
    "searches.changed": {
      change: ({ world }) =>
        must(world, world.actors.member, "POST", "/api/searches/recent", {
          address: `q=${world.secrets.hide("a recent search", ["member"])}`,
        }),
      receivers: ["member"],
    },
  },
});

/** A secret of this kind that the index knows, once it does; of files one that stands inside. */
async function secretOf({ db }: World, kind: SearchKind): Promise<string> {
  const pattern = `${everySecret}[a-p]{12}`;
  const find = async () => {
    const { rows } =
      kind === "message"
        ? await sql<{ secret: string }>`SELECT substring(folded FROM ${pattern}) AS secret FROM message_search
            WHERE folded ~ ${pattern} ORDER BY message_id LIMIT 1`.execute(db)
        : await sql<{ secret: string }>`
            SELECT substring(concat(e.folded, ' ', e.title) FROM ${pattern}) AS secret FROM search_entries e
            WHERE e.kind = ${kind} AND (e.folded ~ ${pattern} OR e.kind <> 'file' AND e.title ~ ${pattern})
            ORDER BY e.id LIMIT 1`.execute(db);
    return rows[0]?.secret ?? "";
  };
  return vi.waitUntil(find, { timeout: 120_000, interval: 100 });
}

const wordsNow = async ({ db }: World) => {
  const { groups, version } = await db.selectFrom("search_synonyms").selectAll().executeTakeFirstOrThrow();
  return { groups, version };
};

const saved = (id = uuidv7()) => ({ id, name: `Tides ${id}`, address: "q=tide" });

async function save(world: World, actor: Actor, address: string): Promise<string> {
  const body = { ...saved(), address };
  await must(world, actor, "POST", "/api/searches/saved", body);
  return body.id;
}

/** Returns a nonexistent search for people who may not save one. */
async function spareSearch(world: World, actor: Actor, spare: Spare): Promise<string> {
  return spare("a saved search", async () => {
    const body = saved();
    await world.send(actor, "POST", "/api/searches/saved", body);
    return body.id;
  });
}
