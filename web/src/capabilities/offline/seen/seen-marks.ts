/** Which queries show what was kept, by their hash, and from when that is, in milliseconds of this machine's clock. */
export interface SeenMarks {
  get(hash: string): number | undefined;
  set(hash: string, asOf: number): void;
  /** A newer answer is there. */
  clear(hash: string): void;
  subscribe(listener: () => void): () => void;
}

export function createSeenMarks(): SeenMarks {
  const marks = new Map<string, number>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    get: (hash) => marks.get(hash),
    set(hash, asOf) {
      marks.set(hash, asOf);
      tell();
    },
    clear(hash) {
      if (marks.delete(hash)) tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
