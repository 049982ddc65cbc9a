import type { Person } from "@atoll/contract/people/schemas";
import { findNames } from "@atoll/contract/text/find-names";
import { authorName } from "./author-name.ts";

/** Returns the people who match a text, the best match first. */
export function findPeople<One extends Person>(
  people: readonly One[],
  text: string,
  max: number,
  allowsSlips = true,
): One[] {
  const named = people.map((person) => ({ person, label: authorName(person) }));
  return findNames(named, text, allowsSlips)
    .slice(0, max)
    .map(({ person }) => person);
}
