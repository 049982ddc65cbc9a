/** A kind of thing that belongs to departments. */
export interface PlacedKind<Tx, Context> {
  /** Plural, for people: "tasks". */
  kind: string;
  /** Counts the things in a department that must be moved before it can be deleted. */
  count(tx: Tx, departmentId: string): Promise<number>;
  /**
   * Moves all of them to another department, and updates everything that refers to the first one. Locks are taken in
   * the global order; members have already been moved.
   * @returns a function that broadcasts the move after the commit. Undefined if the database announces it.
   */
  move(tx: Tx, fromId: string, intoId: string): Promise<((context: Context) => Promise<unknown>) | undefined>;
}
