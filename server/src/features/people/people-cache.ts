import { keepRead } from "../../platform/keep-in-memory.ts";
import type { Database } from "../../tables.ts";
import { type People, presentPerson } from "./access.ts";
import { findPeople } from "./queries.ts";

/** Some megabytes; the largest companies have no more people. */
const maxCached = 20_000;

/**
 * Colleagues in memory: the same few write most of what is read, and to join them to every message of a page takes
 * longer than to find its messages.
 */
export function cachePeople(db: Database): People {
  return keepRead(
    maxCached,
    async (ids) => new Map((await findPeople(db, ids)).map((row) => [row.id, presentPerson(row)])),
  );
}
