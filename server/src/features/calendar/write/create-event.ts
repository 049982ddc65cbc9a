import { canWriteInCalendar, type EventViewer } from "@atoll/contract/calendar/policy";
import type { newEventSchema } from "@atoll/contract/calendar/schemas";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { createOnce, hashSent, type Sent } from "../../../platform/create-once.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { accessTask } from "../../tasks/public.ts";
import { broadcastChange } from "../broadcast-change.ts";
import { accessOccurrence } from "../find-event.ts";
import { notifyInvited } from "../notifications/notify-people.ts";
import { noteLeads } from "../remind/leads.ts";
import type { Series } from "../time/series.ts";
import { addAttendees, expandInvitees } from "./invite.ts";
import { keepTimes } from "./keep-times.ts";
import { assertPossible } from "./series-of.ts";

export type EventToCreate = z.output<typeof newEventSchema>;

/**
 * Creates an event and invites people. A repeated request, sent when the response was lost, gets the same response.
 * Specification, section 7 (events).
 * @throws {AppError} `event_id_taken`, `times_refused`, `calendar_not_found`, `department_not_found`,
 *   `channel_not_found`, `attendee_unavailable`, `too_many_attendees`, `task_not_found`.
 */
export async function createEvent(
  sources: ChangeSources,
  viewer: RequestViewer,
  input: EventToCreate,
): Promise<void> {
  await assertPossible(viewer.id, seriesToCreate(input));
  const isNew = await transact(sources.db, (tx) => insertEvent(tx, viewer, input));
  if (isNew) await broadcastChange(sources, { eventIds: [input.id], before: [] });
}

function seriesToCreate({ start, end, allDay, zone, rule, added, removed }: EventToCreate): Series {
  return { start, end, allDay, zone, rule, added, removed };
}

/**
 * Creates an event that does not recur within a transaction of another slice, which calls `broadcastChange` after the
 * commit.
 * @returns whether the event is new.
 */
export async function insertEvent(tx: Database, viewer: EventViewer, input: EventToCreate): Promise<boolean> {
  const { id, ...content } = input;
  const sent = { byId: viewer.id, hash: hashSent(content) };
  const { isNew } = await createOnce(sent, {
    insert: () => insertRow(tx, input, sent),
    find: () =>
      tx.selectFrom("events").select(["organiser_id", "sent_hash"]).where("id", "=", id).executeTakeFirst(),
    sentOf: (row) => ({ byId: row.organiser_id, hash: row.sent_hash }),
    taken: "event_id_taken",
  });
  if (!isNew) return false;
  await assertPlace(tx, viewer, input);
  const reminders = input.reminders === null ? null : JSON.stringify(input.reminders);
  await tx
    .insertInto("event_attendees")
    .values({ event_id: id, user_id: viewer.id, rsvp: "accepted", added_by: viewer.id, reminders })
    .execute();
  if (input.reminders) await noteLeads(tx, input.reminders);
  const newIds = await addAttendees(tx, id, viewer.id, await expandInvitees(tx, viewer, input.invite));
  await keepTimes(tx, viewer.id, id);
  // Rolls back an event without any occurrence, which nobody could open.
  await accessOccurrence(tx, viewer.id, id, undefined);
  await notifyInvited(tx, { eventId: id, actorId: viewer.id, people: newIds });
  return true;
}

/** @returns whether the row was inserted: false if the ID exists already. */
async function insertRow(tx: Database, input: EventToCreate, { byId, hash }: Sent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await rejectViolation(
    tx
      .insertInto("events")
      .values({
        id: input.id,
        organiser_id: byId,
        calendar_id: input.departmentId === null ? input.calendarId : null,
        department_id: input.departmentId,
        title: input.title,
        description: input.description,
        location: input.location,
        link: input.link,
        kind: input.kind,
        visibility: input.visibility,
        shows_as: input.showsAs,
        guests_see_guests: input.guestsSeeGuests,
        all_day: input.allDay,
        starts: input.start,
        ends: input.end,
        zone: input.zone,
        rule: input.rule,
        added: input.added,
        removed: input.removed,
        task_id: input.taskId,
        sent_hash: hash,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst(),
    {
      events_calendar_id_fkey: "calendar_not_found",
      events_department_id_fkey: "department_not_found",
      events_task_id_fkey: "task_not_found",
    },
  );
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Asserts that the viewer may create an event there: in a calendar of their own or of one of their departments, and for
 * a task that they may read.
 * @throws {AppError} `calendar_not_found`, `department_not_found`, `task_not_found`.
 */
export async function assertPlace(
  tx: Database,
  viewer: EventViewer,
  place: { calendarId?: string | null; departmentId?: string | null; taskId?: string | null },
): Promise<void> {
  const { calendarId, departmentId, taskId } = place;
  if (departmentId && !canWriteInCalendar(viewer, departmentId)) throw new AppError("department_not_found");
  if (taskId) await accessTask(tx, viewer, taskId);
  if (!calendarId) return;
  const own = await tx
    .selectFrom("event_calendars")
    .select("id")
    .where("id", "=", calendarId)
    .where("owner_id", "=", viewer.id)
    .forKeyShare()
    .executeTakeFirst();
  if (!own) throw new AppError("calendar_not_found");
}
