/** A kind of thing that somebody owns and that wants an owner when they leave. */
export interface OwnedKind<Tx> {
  /** In the plural and for people: "channels". */
  kind: string;
  /** How many a person owns. */
  count(tx: Tx, userId: string): Promise<number>;
  /**
   * Makes another person the owner of them. What is private stays so: it goes to them only as far as they could read
   * it before, and else to somebody who could, or to nobody. An administrator chooses the heir, and may choose
   * themselves.
   */
  handOver(tx: Tx, fromUserId: string, toUserId: string): Promise<void>;
}

/** The things a person owns, across all slices. Each slice registers its kinds, and the administration queries them. */
export interface Ownership<Tx> {
  /** The kinds of which a person owns any, with their numbers. */
  count(tx: Tx, userId: string): Promise<{ kind: string; count: number }[]>;
  /** Hands everything over, in the transaction that takes the first person away. */
  handOver(tx: Tx, fromUserId: string, toUserId: string): Promise<void>;
}

/** Knows these kinds. */
export function createOwnership<Tx>(kinds: readonly OwnedKind<Tx>[]): Ownership<Tx> {
  return {
    // One after the other: a transaction has one connection.
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
