/** Things of one kind that only this browser has. */
export interface Unsent {
  count: number;
  /** Such as "A message" and "messages". */
  words: { one: string; many: string };
}

type Count = () => readonly Unsent[];

const counts = new Set<Count>();

/**
 * Says how much of what the person did only this browser has. Signing out erases it, so they are asked first.
 * Returns the way to stop.
 */
export function countAsUnsent(count: Count): () => void {
  counts.add(count);
  return () => counts.delete(count);
}

/** How many things that the person did have not reached the server yet, in the words for all of them; null for none. */
export function countUnsent(): Unsent | null {
  const unsent = [...counts].flatMap((count) => count());
  if (unsent.length === 0) return null;
  const many = [...new Set(unsent.map(({ words }) => words.many))].join(" and ");
  const count = unsent.reduce((sum, one) => sum + one.count, 0);
  return { count, words: { one: unsent[0]?.words.one ?? "", many } };
}
