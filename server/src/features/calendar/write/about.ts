import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { When } from "../notifications/notify-people.ts";

/** Returns who is invited to an event, except for one person and those who declined it, unless these are asked for. */
export async function attendeesOf(tx: Database, eventId: string, exceptId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("event_attendees")
    .select("user_id")
    .where("event_id", "=", eventId)
    .where("user_id", "!=", exceptId)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Returns when an occurrence of an event takes place; for the whole event, the next one, or else the last. */
export async function whenOf(tx: Database, eventId: string, occurrence: string | null = null): Promise<When> {
  const { rows } = await sql<{ starts_at: Date; starts: string; all_day: boolean }>`
    SELECT o.starts_at, o.starts, e.all_day FROM event_occurrences o JOIN events e ON e.id = o.event_id
    WHERE o.event_id = ${eventId} AND (${occurrence}::text IS NULL OR o.occurrence = ${occurrence})
    ORDER BY o.ends_at <= now(), o.starts_at LIMIT 1`.execute(tx);
  const row = rows[0];
  return {
    occurrence,
    startsAt: row?.starts_at ?? new Date(),
    allDay: row?.all_day ?? false,
    day: row?.starts.slice(0, 10) ?? "",
  };
}
