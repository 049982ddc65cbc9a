import type { Reminder } from "@atoll/contract/calendar/limits";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/**
 * Records how long before an event people are reminded, which is how far ahead reminders are searched. Call it in the
 * transaction of the choice.
 */
export async function noteLeads(tx: Database, reminders: readonly Reminder[]): Promise<void> {
  const minutes = reminders.map(({ minutesBefore }) => minutesBefore).toSorted((a, b) => a - b);
  if (minutes.length === 0) return;
  await sql`INSERT INTO event_reminder_leads (minutes_before) SELECT DISTINCT unnest(${minutes}::int[]) ORDER BY 1
    ON CONFLICT DO NOTHING`.execute(tx);
}
