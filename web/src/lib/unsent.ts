type Count = () => number;

const counts = new Set<Count>();

/**
 * Says how much of what the person wrote only this browser has. Signing out erases it, so they are asked first.
 * Returns the way to stop.
 */
export function countAsUnsent(count: Count): () => void {
  counts.add(count);
  return () => counts.delete(count);
}

/** How many things that the person wrote have not reached the server yet. */
export function countUnsent(): number {
  return [...counts].reduce((sum, count) => sum + count(), 0);
}
