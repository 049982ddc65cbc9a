/** A kind of thing that a person owns, and that needs a new owner when they leave. */
export interface OwnedKind<Tx, Context> {
  /** Plural, for people: "channels". */
  kind: string;
  /** Counts the things a person owns. */
  count(tx: Tx, userId: string): Promise<number>;
  /**
   * Transfers the things to another person. Private things stay private: the heir gets only those they could already
   * read; the rest goes to another person who could, or to nobody. An administrator chooses the heir, and may choose
   * themselves.
   * @param actorId the person who hands them over.
   * @returns the IDs of the things to broadcast.
   */
  handOver(tx: Tx, fromUserId: string, toUserId: string, actorId: string): Promise<readonly string[]>;
  /**
   * Returns the accounts of programs that act for a person and outlive them. The person could read all that is theirs, so
   * it goes to them before the programs go to someone else.
   */
  programsOf?(tx: Tx, userId: string): Promise<readonly string[]>;
  /** Broadcasts these things after the commit. Undefined if the database announces their change. */
  broadcast?(context: Context, ids: readonly string[]): Promise<unknown>;
}

/** The things a person owns, across all slices. Each slice registers its kinds, and the administration queries them. */
export interface Ownership<Tx, Context> {
  /** Counts the things a person owns, by kind, leaving out kinds with none. */
  count(tx: Tx, userId: string): Promise<{ kind: string; count: number }[]>;
  /**
   * Transfers everything, in the transaction that deletes the first person.
   * @returns a function that broadcasts the things after the commit.
   */
  handOver(tx: Tx, fromUserId: string, toUserId: string, actorId: string): Promise<Broadcast<Context>>;
  /**
   * Transfers what a person's programs own to the person, before that person leaves with an heir or without one.
   * @returns a function that broadcasts the things after the commit.
   */
  gather(tx: Tx, userId: string, actorId: string): Promise<Broadcast<Context>>;
}

type Broadcast<Context> = (context: Context) => Promise<void>;

/** Maximum things per broadcast. */
const idsAtOnce = 100;

/** Creates the registry of these kinds. */
export function createOwnership<Tx, Context>(
  kinds: readonly OwnedKind<Tx, Context>[],
): Ownership<Tx, Context> {
  async function handOver(
    tx: Tx,
    fromUserId: string,
    toUserId: string,
    actorId: string,
  ): Promise<Broadcast<Context>> {
    const handedOver: { owned: OwnedKind<Tx, Context>; ids: readonly string[] }[] = [];
    for (const owned of kinds)
      handedOver.push({ owned, ids: await owned.handOver(tx, fromUserId, toUserId, actorId) });
    return async (context) => {
      for (const { owned, ids } of handedOver)
        for (let at = 0; at < ids.length; at += idsAtOnce)
          await owned.broadcast?.(context, ids.slice(at, at + idsAtOnce));
    };
  }

  // Run sequentially, because a transaction has one connection.
  return {
    async count(tx, userId) {
      const counts: { kind: string; count: number }[] = [];
      for (const owned of kinds) counts.push({ kind: owned.kind, count: await owned.count(tx, userId) });
      return counts.filter(({ count }) => count > 0);
    },
    handOver,
    async gather(tx, userId, actorId) {
      const broadcasts: Broadcast<Context>[] = [];
      for (const owned of kinds)
        for (const programId of (await owned.programsOf?.(tx, userId)) ?? [])
          broadcasts.push(await handOver(tx, programId, userId, actorId));
      return async (context) => {
        for (const broadcast of broadcasts) await broadcast(context);
      };
    },
  };
}
