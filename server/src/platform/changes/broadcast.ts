/** The rooms of the people who may read each object, keyed by its ID. */
export type Audiences = ReadonlyMap<string, readonly string[]>;

interface Sending<Shown> {
  /** Loads objects as everyone sees them, without deleted ones. */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, Shown>>;
  /** Sends an object as it is now. */
  changed(rooms: readonly string[], shown: Shown): void;
  /** Tells these rooms, except for people who are also in one of `except`, that they can no longer see it. */
  gone(rooms: readonly string[], except: readonly string[], id: string): void;
}

/**
 * Sends each object to the people who may read it now, and says that it is gone to those who could and can no longer.
 * Objects whose audience changed with another one, as sub-tasks do, are sent as well. Call it after the commit.
 * @returns the objects as they are now.
 */
export async function broadcastEach<Shown>(
  ids: readonly string[],
  { before, after }: { before: Audiences; after: Audiences },
  sending: Sending<Shown>,
): Promise<ReadonlyMap<string, Shown>> {
  const all = new Set([...ids, ...withOtherAudience(before, after)]);
  const shown = await sending.load([...all]);
  for (const id of all) {
    const rooms = after.get(id) ?? [];
    const lost = (before.get(id) ?? []).filter((room) => !rooms.includes(room));
    if (lost.length > 0) sending.gone(lost, rooms, id);
    const one = shown.get(id);
    if (one !== undefined) sending.changed(rooms, one);
  }
  return shown;
}

function withOtherAudience(before: Audiences, after: Audiences): string[] {
  return [...before].flatMap(([id, rooms]) =>
    rooms.toSorted().join() === (after.get(id) ?? []).toSorted().join() ? [] : [id],
  );
}
