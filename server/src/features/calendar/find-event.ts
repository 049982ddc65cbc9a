import type { EventViewer } from "@atoll/contract/calendar/policy";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { type EventRow, type OccurrenceRow, selectEvents, selectOccurrences } from "./queries.ts";
import { isSeen } from "./sight.ts";

/**
 * Returns an event that the viewer sees, even if only as a busy time.
 * @throws {AppError} `event_not_found` if it does not exist or the viewer does not see it.
 */
export async function accessEvent(db: Database, viewer: EventViewer, eventId: string): Promise<EventRow> {
  const row = await findSeen(db, viewer, eventId);
  if (!row) throw new AppError("event_not_found");
  return row;
}

/** Returns the same event, or undefined. */
export function findSeen(db: Database, viewer: EventViewer, eventId: string): Promise<EventRow | undefined> {
  return selectEvents(db, viewer).where("e.id", "=", eventId).where(isSeen(viewer)).executeTakeFirst();
}

/**
 * Returns one occurrence of an event: the named one, or else the next one, or else the last.
 * @throws {AppError} `occurrence_not_found`
 */
export async function accessOccurrence(
  db: Database,
  userId: string,
  eventId: string,
  occurrence: string | undefined,
): Promise<OccurrenceRow> {
  const ofEvent = selectOccurrences(db, userId).where("o.event_id", "=", eventId);
  const row =
    occurrence === undefined
      ? await ofEvent
          .orderBy(sql`o.ends_at <= now()`)
          .orderBy(sql`abs(extract(epoch FROM o.starts_at - now()))`)
          .limit(1)
          .executeTakeFirst()
      : await ofEvent.where("o.occurrence", "=", occurrence).executeTakeFirst();
  if (!row) throw new AppError("occurrence_not_found");
  return row;
}
