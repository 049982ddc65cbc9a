import {
  defaultAllDayReminders,
  defaultTimedReminders,
  type Reminder,
} from "@atoll/contract/calendar/limits";
import type { CalendarSettings } from "@atoll/contract/calendar/schemas";
import { transact } from "../../platform/database/transact.ts";
import type { ChangeSources } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { holdInvited } from "./answer/answer-event.ts";
import { broadcastChange } from "./broadcast-change.ts";
import { noteLeads } from "./remind/leads.ts";

/** Returns a person's settings for all of their events, or the defaults. */
export async function readCalendarSettings(db: Database, userId: string): Promise<CalendarSettings> {
  const row = await db
    .selectFrom("calendar_settings")
    .select("settings")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return (
    row?.settings ?? {
      timedReminders: [...defaultTimedReminders],
      allDayReminders: [...defaultAllDayReminders],
    }
  );
}

/**
 * Returns how many minutes before an event somebody is reminded of it, by whatever method, each once.
 * @param own their reminders of this event; null for their setting for all events.
 */
export function minutesBefore(
  own: readonly Reminder[] | null,
  allDay: boolean,
  settings: CalendarSettings,
): number[] {
  const reminders = own ?? (allDay ? settings.allDayReminders : settings.timedReminders);
  return [...new Set(reminders.map((one) => one.minutesBefore))].toSorted((one, other) => one - other);
}

/** Stores a person's settings for all of their events. */
export async function saveCalendarSettings(
  db: Database,
  userId: string,
  settings: CalendarSettings,
): Promise<void> {
  await transact(db, async (tx) => {
    await noteLeads(tx, [...settings.timedReminders, ...settings.allDayReminders]);
    const text = JSON.stringify(settings);
    await tx
      .insertInto("calendar_settings")
      .values({ user_id: userId, settings: text })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ settings: text }))
      .execute();
  });
}

/**
 * Sets when the viewer is reminded of an event; null restores their setting for all events.
 * @throws {AppError} `event_not_found`, `not_invited`.
 */
export async function remindOfEvent(
  sources: ChangeSources,
  viewer: RequestViewer,
  eventId: string,
  reminders: readonly Reminder[] | null,
): Promise<void> {
  await transact(sources.db, async (tx) => {
    await holdInvited(tx, viewer, eventId);
    await noteLeads(tx, reminders ?? []);
    await tx
      .updateTable("event_attendees")
      .set({ reminders: reminders === null ? null : JSON.stringify(reminders) })
      .where("event_id", "=", eventId)
      .where("user_id", "=", viewer.id)
      .execute();
  });
  await broadcastChange(sources, { eventIds: [eventId], before: [] });
}
