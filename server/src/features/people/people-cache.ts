import type { Person } from "@atoll/contract/people/schemas";
import type { Database } from "../../tables.ts";
import { type People, presentPerson } from "./access.ts";
import { findPeople } from "./queries.ts";

/** Some megabytes; the largest companies have no more people. */
const maxCached = 20_000;

/**
 * Colleagues in memory: the same few write most of what is read, and to join them to every message of a page takes
 * longer than to find its messages. Never to be asked from within a transaction, whose snapshot may be older than what
 * was forgotten, and which would wait for a second connection.
 */
export function cachePeople(db: Database): People {
  const cached = new Map<string, Person>();
  // A read that began before something was forgotten may hold what was forgotten: it is not kept.
  let generation = 0;

  function keep(person: Person): void {
    const oldest = cached.keys().next();
    if (cached.size >= maxCached && !oldest.done) cached.delete(oldest.value);
    cached.set(person.id, person);
  }

  async function read(ids: readonly string[]): Promise<Person[]> {
    const before = generation;
    const people = (await findPeople(db, ids)).map(presentPerson);
    if (before === generation) people.forEach(keep);
    return people;
  }

  return {
    async of(ids) {
      const people = new Map<string, Person>();
      const missing: string[] = [];
      for (const id of new Set(ids)) {
        const person = cached.get(id);
        if (person) people.set(id, person);
        else missing.push(id);
      }
      if (missing.length > 0) for (const person of await read(missing)) people.set(person.id, person);
      return people;
    },
    forget(id) {
      generation += 1;
      cached.delete(id);
    },
    forgetAll() {
      generation += 1;
      cached.clear();
    },
  };
}
