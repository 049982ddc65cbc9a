/**
 * Caches of database content in a node's memory. All are bounded, invalidated by the database's announcements (a
 * slice's `topics` call `forget`, its `onGap` calls `forgetAll`) and read in batches: one statement for all missing
 * keys (`keepRead`), or for all keys requested in the same moment (`batchReads`). Never read from within a transaction:
 * its snapshot may be older than an invalidation, and it would wait for a second connection.
 */

/** A map with a maximum size, which evicts the entry that was set longest ago. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;
  readonly #onGone: (value: Value) => void;

  /** @param onGone called with evicted values, for callers that keep an index of the entries. */
  constructor(max: number, onGone: (value: Value) => void = () => undefined) {
    super();
    this.#max = max;
    this.#onGone = onGone;
  }

  override set(key: Key, value: Value): this {
    // Setting a key again makes it the newest.
    this.delete(key);
    const oldest = this.entries().next();
    if (this.size >= this.#max && !oldest.done) {
      this.delete(oldest.value[0]);
      this.#onGone(oldest.value[1]);
    }
    return super.set(key, value);
  }
}

export interface ReadGuard {
  /**
   * Reads, and passes on what may be cached. Returns the result in any case, because it was correct when it was
   * requested.
   */
  read<Found>(load: () => Promise<Found>, keep: (found: Found) => void): Promise<Found>;
  /** Call it after an invalidation. */
  changed(): void;
}

/** Prevents caching the result of a read that began before an invalidation, because it may be stale. */
export function createReadGuard(): ReadGuard {
  let generation = 0;
  return {
    async read(load, keep) {
      const before = generation;
      const found = await load();
      if (before === generation) keep(found);
      return found;
    },
    changed() {
      generation += 1;
    },
  };
}

export interface KeptRead<Key, Value> {
  /** Returns the values by key. A key without a value is left out, and read again the next time. */
  of(keys: Iterable<Key>): Promise<Map<Key, Value>>;
  forget(key: Key): void;
  forgetAll(): void;
}

/**
 * Reads values by key, and caches them until they are invalidated.
 * @param max the maximum number of cached values.
 * @param read reads all missing keys of one request in a single statement.
 */
export function keepRead<Key, Value>(
  max: number,
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): KeptRead<Key, Value> {
  const kept = new BoundedMap<Key, Value>(max);
  const guard = createReadGuard();

  function keep(found: ReadonlyMap<Key, Value>): void {
    for (const [key, value] of found) kept.set(key, value);
  }

  return {
    async of(keys) {
      const values = new Map<Key, Value>();
      const missing: Key[] = [];
      for (const key of new Set(keys)) {
        const value = kept.get(key);
        if (value === undefined) missing.push(key);
        else values.set(key, value);
      }
      if (missing.length === 0) return values;
      for (const [key, value] of await guard.read(() => read(missing), keep)) values.set(key, value);
      return values;
    },
    forget(key) {
      guard.changed();
      kept.delete(key);
    },
    forgetAll() {
      guard.changed();
      kept.clear();
    },
  };
}
