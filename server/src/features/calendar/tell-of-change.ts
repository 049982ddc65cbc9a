import type { SliceContext } from "../../slice.ts";
import { roomsOf } from "./rooms.ts";

/** What a change of an event takes. */
export type EventSources = Pick<SliceContext, "db" | "people" | "realtime">;

/** What there is to tell of a change, as its transaction leaves it. */
export interface Changed {
  eventIds: readonly string[];
  /** The rooms of those who saw them before. */
  before: readonly string[];
}

/** Ids in one event of the socket. */
const idsAtOnce = 100;

/**
 * Tells everybody who saw these events, or sees them now, to look again. To be called after the commit. Only ids are
 * sent: what somebody sees of one differs from person to person.
 */
export async function tellOfChange(
  { db, realtime }: Pick<EventSources, "db" | "realtime">,
  { eventIds, before }: Changed,
): Promise<void> {
  const rooms = new Set([...before, ...(await roomsOf(db, eventIds))]);
  if (rooms.size === 0) return;
  for (let at = 0; at < eventIds.length; at += idsAtOnce)
    realtime.sendToOthers([...rooms], [], "event.changed", { eventIds: eventIds.slice(at, at + idsAtOnce) });
}
