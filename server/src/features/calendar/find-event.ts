import type { EventViewer } from "@atoll/contract/calendar/policy";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { type EventRow, type OccurrenceRow, selectEvents, selectOccurrences } from "./queries.ts";
import { isSeen } from "./sight.ts";

/**
 * An event that the viewer sees, be it only that time is taken.
 * @throws {AppError} `event_not_found` when there is none, or it is not theirs to see.
 */
export async function accessEvent(db: Database, viewer: EventViewer, eventId: string): Promise<EventRow> {
  const row = await findSeen(db, viewer, eventId);
  if (!row) throw new AppError("event_not_found");
  return row;
}

/** The same, or undefined. */
export function findSeen(db: Database, viewer: EventViewer, eventId: string): Promise<EventRow | undefined> {
  return selectEvents(db, viewer).where("e.id", "=", eventId).where(isSeen(viewer)).executeTakeFirst();
}

/**
 * One of its times; without a name the next one, else the last.
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
