/** The maximum number of keys in one statement. */
const maxKeys = 100;
/** The number of concurrent statements. Later reads wait for the next one. */
const maxUnderWay = 2;
/**
 * How long a batch waits for more reads during a rush. Without it, when ten thousand clients reconnected, each
 * statement read four keys, and half of PostgreSQL's work was the overhead of statements.
 */
const gatherMs = 25;

/**
 * Returns a function that reads rows by key, with concurrent reads in one statement. A single read waits for nothing. A
 * read never joins a statement that was sent before it, so it sees everything that was committed until then.
 * @param read returns what it found; keys may be missing.
 * @returns reads one key; undefined if there is none.
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
