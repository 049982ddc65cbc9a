/** The maximum number of keys in one statement. */
const maxKeys = 100;
/** The number of concurrent statements. Later reads wait for the next one. */
const maxUnderWay = 2;
/**
 * In a rush the next statement waits so long for more. With ten thousand who came back at once each statement was for
 * four of them, and half of PostgreSQL's work was the statements themselves.
 */
const gatherMs = 25;

/**
 * Reads rows by their keys, those that are asked for at the same time in one statement. Who asks alone waits for
 * nobody. A read never joins a statement that was sent before it was asked for, so it sees everything that was
 * committed until then.
 * @param read answers with what it found; a key may be missing.
 * @returns reads one key; undefined when there is none.
 */
export function batchReads<Found, Key = string>(
  read: (keys: readonly Key[]) => Promise<Map<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  let waiting: { key: Key; answer: PromiseWithResolvers<Found | undefined> }[] = [];
  let underWay = 0;
  let isStartDue = false;

  function start(): void {
    isStartDue = false;
    while (waiting.length > 0 && underWay < maxUnderWay) {
      const batch = waiting.slice(0, maxKeys);
      waiting = waiting.slice(maxKeys);
      underWay += 1;
      void answer(batch);
    }
  }

  function startAfter(delayMs: number): void {
    if (isStartDue) return;
    isStartDue = true;
    if (delayMs === 0) setImmediate(start);
    else setTimeout(start, delayMs);
  }

  async function answer(batch: typeof waiting): Promise<void> {
    try {
      const found = await read([...new Set(batch.map(({ key }) => key))]);
      for (const one of batch) one.answer.resolve(found.get(one.key));
    } catch (error) {
      for (const one of batch) one.answer.reject(error);
    } finally {
      underWay -= 1;
      if (batch.length === 1 || waiting.length >= maxKeys) start();
      else startAfter(gatherMs);
    }
  }

  return (key) => {
    const one = { key, answer: Promise.withResolvers<Found | undefined>() };
    waiting.push(one);
    // Reads requested in the same moment share the statement.
    startAfter(0);
    return one.answer.promise;
  };
}
