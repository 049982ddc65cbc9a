import { keepRead } from "../../platform/keep-in-memory.ts";
import type { Database } from "../../tables.ts";
import { type People, presentPerson } from "./public.ts";
import { findPeople } from "./queries.ts";

/** A few megabytes, for more people than the largest companies have. */
const maxCached = 20_000;

/**
 * Returns a cache of colleagues: a few of them write most of what is read, and joining them to every message takes
 * longer than finding a page of messages.
 */
export function cachePeople(db: Database): People {
  return keepRead(
    maxCached,
    async (ids) => new Map((await findPeople(db, ids)).map((row) => [row.id, presentPerson(row)])),
  );
}
