/** Concurrent requests. */
export const batchSize = 16;

/** Returns results in the order of the list, whatever finishes first. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += batchSize) {
    results.push(...(await Promise.all(items.slice(from, from + batchSize).map(work))));
  }
  return results;
}
