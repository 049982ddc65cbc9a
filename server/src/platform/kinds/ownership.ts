/** A kind of thing that a person owns, and that needs a new owner when they leave. */
export interface OwnedKind<Tx> {
  /** Plural, for people: "channels". */
  kind: string;
  /** Counts the things a person owns. */
  count(tx: Tx, userId: string): Promise<number>;
  /**
   * Transfers the things to another person. Private things stay private: the heir gets only those they could already
   * read; the rest goes to another person who could, or to nobody. An administrator chooses the heir, and may choose
   * themselves.
   */
  handOver(tx: Tx, fromUserId: string, toUserId: string): Promise<void>;
}

/** The things a person owns, across all slices. Each slice registers its kinds, and the administration queries them. */
export interface Ownership<Tx> {
  /** Counts the things a person owns, by kind, leaving out kinds with none. */
  count(tx: Tx, userId: string): Promise<{ kind: string; count: number }[]>;
  /** Transfers everything, in the transaction that deletes the first person. */
  handOver(tx: Tx, fromUserId: string, toUserId: string): Promise<void>;
}

/** Creates the registry of these kinds. */
export function createOwnership<Tx>(kinds: readonly OwnedKind<Tx>[]): Ownership<Tx> {
  return {
    // Run sequentially, because a transaction has one connection.
    async count(tx, userId) {
      const counts: { kind: string; count: number }[] = [];
      for (const owned of kinds) counts.push({ kind: owned.kind, count: await owned.count(tx, userId) });
      return counts.filter(({ count }) => count > 0);
    },
    async handOver(tx, fromUserId, toUserId) {
      for (const owned of kinds) await owned.handOver(tx, fromUserId, toUserId);
    },
  };
}
