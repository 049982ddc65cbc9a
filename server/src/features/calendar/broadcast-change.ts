import type { ChangeSources } from "../../slice.ts";
import { roomsOf } from "./rooms.ts";

/** A committed change to broadcast. */
export interface Changed {
  eventIds: readonly string[];
  /** The rooms of the people who saw the events before the change. */
  before: readonly string[];
}

/** Maximum IDs per broadcast. */
const idsAtOnce = 100;

/**
 * Broadcasts the IDs of changed events to everybody who saw them before or sees them now. Call it after the commit.
 * Only IDs are sent, because the contents differ per viewer.
 */
export async function broadcastChange(
  { db, realtime }: Pick<ChangeSources, "db" | "realtime">,
  { eventIds, before }: Changed,
): Promise<void> {
  const rooms = new Set([...before, ...(await roomsOf(db, eventIds))]);
  if (rooms.size === 0) return;
  for (let at = 0; at < eventIds.length; at += idsAtOnce)
    realtime.sendToOthers([...rooms], [], "event.changed", { eventIds: eventIds.slice(at, at + idsAtOnce) });
}
