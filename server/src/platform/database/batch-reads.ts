/** What one statement is asked for at most. */
const maxKeys = 100;
/** Statements under way at once; whoever comes meanwhile is in the next one. */
const maxUnderWay = 2;

/**
 * Reads rows by their keys, those that are asked for at the same time in one statement. Who asks alone waits for
 * nobody. A read never joins a statement that was sent before it was asked for, so it sees everything that was
 * committed until then.
 * @param read answers with what it found; a key may be missing.
 * @returns reads one key; undefined when there is none.
 */
export function batchReads<Found>(
  read: (keys: readonly string[]) => Promise<Map<string, Found>>,
): (key: string) => Promise<Found | undefined> {
  let waiting: { key: string; answer: PromiseWithResolvers<Found | undefined> }[] = [];
  let underWay = 0;
  let isStarting = false;

  function start(): void {
    isStarting = false;
    while (waiting.length > 0 && underWay < maxUnderWay) {
      const batch = waiting.slice(0, maxKeys);
      waiting = waiting.slice(maxKeys);
      underWay += 1;
      void answer(batch);
    }
  }

  async function answer(batch: typeof waiting): Promise<void> {
    try {
      const found = await read([...new Set(batch.map(({ key }) => key))]);
      for (const one of batch) one.answer.resolve(found.get(one.key));
    } catch (error) {
      for (const one of batch) one.answer.reject(error);
    } finally {
      underWay -= 1;
      start();
    }
  }

  return (key) => {
    const one = { key, answer: Promise.withResolvers<Found | undefined>() };
    waiting.push(one);
    if (!isStarting) {
      isStarting = true;
      // Those who ask in the same moment come along.
      queueMicrotask(start);
    }
    return one.answer.promise;
  };
}
