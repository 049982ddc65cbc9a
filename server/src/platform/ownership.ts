/** A kind of thing that somebody owns and that wants an owner when they leave. */
export interface OwnedKind<Tx> {
  /** In the plural and for people: "channels". */
  kind: string;
  /** How many a person owns. */
  count(tx: Tx, userId: string): Promise<number>;
  /** Makes another person the owner of all of them. */
  handOver(tx: Tx, fromUserId: string, toUserId: string): Promise<void>;
}

/** What a person owns, over all slices: each registers its kinds, the administration asks. */
export interface Ownership<Tx> {
  register(owned: OwnedKind<Tx>): void;
  /** The kinds of which a person owns any, with their numbers. */
  count(tx: Tx, userId: string): Promise<{ kind: string; count: number }[]>;
  /** Hands everything over, in the transaction that takes the first person away. */
  handOver(tx: Tx, fromUserId: string, toUserId: string): Promise<void>;
}

/** An empty registry. */
export function createOwnership<Tx>(): Ownership<Tx> {
  const kinds: OwnedKind<Tx>[] = [];
  return {
    register(owned) {
      kinds.push(owned);
    },
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
