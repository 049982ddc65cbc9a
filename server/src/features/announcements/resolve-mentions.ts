import { callReader, type Mention } from "@atoll/contract/mentions";
import { maxMentions } from "@atoll/contract/text/max-mentions";
import type { People } from "../people/public.ts";

/** Returns the people that a browser says are mentioned. Call it before a transaction: it takes a connection. */
export async function findMentioned(people: People, ids: readonly string[]): Promise<Mention[]> {
  const known = await people.of([...new Set(ids)]);
  return [...known.values()].flatMap(({ id, name, isFormer }) => (isFormer ? [] : [{ id, name }]));
}

/**
 * Returns those whose name is in the text. The audience is not asked here, because it may change until publication:
 * only people in it are notified.
 */
export function namedIn(content: string, mentioned: readonly Mention[]): Mention[] {
  const isNamed = callReader(content);
  const found = new Map(mentioned.filter(({ name }) => isNamed(name)).map((one) => [one.id, one]));
  return [...found.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)).slice(0, maxMentions);
}
