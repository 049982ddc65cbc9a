import { type CalendarColour, maxOwnCalendars } from "@atoll/contract/calendar/limits";
import type { OwnCalendar, OwnCalendars } from "@atoll/contract/calendar/schemas";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { ChangeSources } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { ownRoom } from "../people/public.ts";
import { readCalendarSettings } from "./choose-reminders.ts";
import { findWorkers } from "./working-hours.ts";

type Sources = Pick<ChangeSources, "db" | "realtime">;

/** Returns a person's own calendars, the oldest first, their settings for all of them, and their working hours. */
export async function readCalendars(db: Database, userId: string): Promise<OwnCalendars> {
  const [calendars, settings, workerOf] = await Promise.all([
    db
      .selectFrom("event_calendars")
      .select(["id", "name", "colour"])
      .where("owner_id", "=", userId)
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
    readCalendarSettings(db, userId),
    findWorkers(db, [userId]),
  ]);
  return { calendars, settings, workingHours: [...workerOf(userId).hours] };
}

/** Broadcasts that a person's calendars have changed, to all of their devices. */
export async function broadcastCalendars({ db, realtime }: Sources, userId: string): Promise<void> {
  realtime.send(ownRoom(userId), "calendars.changed", await readCalendars(db, userId));
}

/**
 * Creates a calendar with the ID that the browser generated, or renames and recolours it.
 * @throws {AppError} `calendar_not_found` for a calendar of somebody else, `too_many_calendars`.
 */
export async function putCalendar(
  sources: Sources,
  userId: string,
  calendar: { id: string; name: string; colour: CalendarColour },
): Promise<OwnCalendar> {
  const { id, name, colour } = calendar;
  await transact(sources.db, async (tx) => {
    // Locks the account, so that concurrent requests cannot exceed the limit.
    await tx.selectFrom("accounts").select("id").where("id", "=", userId).forNoKeyUpdate().executeTakeFirst();
    const { numInsertedOrUpdatedRows: written } = await tx
      .insertInto("event_calendars")
      .values({ id, name, colour, owner_id: userId })
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet({ name, colour }).where("event_calendars.owner_id", "=", userId),
      )
      .executeTakeFirst();
    if (written !== 1n) throw new AppError("calendar_not_found");
    const { count } = await tx
      .selectFrom("event_calendars")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("owner_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (count > maxOwnCalendars) throw new AppError("too_many_calendars");
  });
  await broadcastCalendars(sources, userId);
  return calendar;
}

/**
 * Deletes one of the viewer's own calendars and moves its events to their default calendar.
 * @throws {AppError} `calendar_not_found`
 */
export async function deleteCalendar(sources: Sources, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await sources.db
    .deleteFrom("event_calendars")
    .where("id", "=", id)
    .where("owner_id", "=", userId)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw new AppError("calendar_not_found");
  await broadcastCalendars(sources, userId);
}
