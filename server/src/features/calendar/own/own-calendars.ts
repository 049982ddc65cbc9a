import { type CalendarColour, maxOwnCalendars } from "@atoll/contract/calendar/limits";
import type { OwnCalendar, OwnCalendars } from "@atoll/contract/calendar/schemas";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import { ownRoom } from "../../people/access.ts";
import { findWorkers } from "../free/working-hours.ts";
import { readCalendarSettings } from "../remind/choose-reminders.ts";
import type { EventSources } from "../tell-of-change.ts";

type Sources = Pick<EventSources, "db" | "realtime">;

/** A person's own calendars, the oldest first, what they chose for all of them, and when they work. */
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

/** Shows them anew on all devices of their person. */
export async function tellOfCalendars({ db, realtime }: Sources, userId: string): Promise<void> {
  realtime.send(ownRoom(userId), "calendars.changed", await readCalendars(db, userId));
}

/**
 * Adds a calendar under an id that the browser made, or names and colours it anew.
 * @throws {AppError} `calendar_not_found` for one of somebody else's, `too_many_calendars`.
 */
export async function putCalendar(
  sources: Sources,
  userId: string,
  calendar: { id: string; name: string; colour: CalendarColour },
): Promise<OwnCalendar> {
  const { id, name, colour } = calendar;
  await transact(sources.db, async (tx) => {
    // One after the other, so that no more are added than there may be.
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
  await tellOfCalendars(sources, userId);
  return calendar;
}

/**
 * Deletes a calendar of one's own; its events go to the one that everybody has.
 * @throws {AppError} `calendar_not_found`
 */
export async function deleteCalendar(sources: Sources, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await sources.db
    .deleteFrom("event_calendars")
    .where("id", "=", id)
    .where("owner_id", "=", userId)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw new AppError("calendar_not_found");
  await tellOfCalendars(sources, userId);
}
