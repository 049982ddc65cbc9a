/** A kind of things that stand in departments: their department is part of what they are. */
export interface PlacedKind<Tx, Context> {
  /** In the plural and for people: "tasks". */
  kind: string;
  /** How many stand in a department, as somebody would have to move before it goes. */
  count(tx: Tx, departmentId: string): Promise<number>;
  /**
   * Puts all of them into another department, and whatever else names it: nothing may name the first one afterwards.
   * Locks are taken in the order that all share; members have been moved already.
   * @returns what tells those who look at them, once it is committed; nothing where the database announces it.
   */
  move(tx: Tx, fromId: string, intoId: string): Promise<((context: Context) => Promise<void>) | undefined>;
}
