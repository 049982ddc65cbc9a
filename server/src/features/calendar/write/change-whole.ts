import type { eventChangeSchema } from "@atoll/contract/calendar/changes";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { orRefuse } from "../../../platform/database/or-refuse.ts";
import type { Database } from "../../../tables.ts";
import { hasOccurrence, type Series } from "../time/series.ts";
import { tellCancelled, tellInvited, tellMoved } from "../told-of.ts";
import { attendeesOf, whenOf } from "./about.ts";
import { assertPlace } from "./create-event.ts";
import type { HeldEvent } from "./hold-event.ts";
import { addAttendees, expandInvitees } from "./invite.ts";
import type { Turn } from "./make-change.ts";
import { type Moved, moveSeries } from "./move-series.ts";
import { assertPossible, columnsOf, seriesOf } from "./series-of.ts";

export type Change = z.output<typeof eventChangeSchema>;

/**
 * Changes an event as a whole. What was changed about single times stays, where the series still has them; a changed
 * time asks everybody again.
 * @param event as it is held, and touched already.
 * @param from when the time that was opened begins, by its clock.
 */
export async function changeWhole(
  turn: Turn,
  event: HeldEvent,
  { set, invite, uninvite }: Pick<Change, "set" | "invite" | "uninvite">,
  from: string,
): Promise<void> {
  const { tx, viewer } = turn;
  const { times, rule, title, description, location, link, ...place } = set;
  if (place.calendarId && viewer.id !== event.organiser_id) throw new AppError("calendar_not_found");
  await assertPlace(tx, viewer, place);
  const moved = moveSeries(seriesOf(event), from, times, rule);
  assertPossible(moved.series);
  const isMoved = !isSame(seriesOf(event), moved.series);
  await orRefuse(
    tx
      .updateTable("events")
      .set({
        ...columnsOf(moved.series),
        title,
        description,
        location,
        link,
        kind: place.kind,
        visibility: place.visibility,
        shows_as: place.showsAs,
        guests_see_guests: place.guestsSeeGuests,
        task_id: place.taskId,
        ...(place.departmentId ? { calendar_id: null } : { calendar_id: place.calendarId }),
        department_id: place.departmentId,
        ...(isMoved ? { sequence: event.sequence + 1 } : {}),
      })
      .where("id", "=", event.id)
      .execute(),
    { events_department_id_fkey: "department_not_found", events_task_id_fkey: "task_not_found" },
  );
  if (isMoved) {
    await carryOver(tx, event.id, moved);
    await askAgain(tx, event);
  }
  const isElsewhere = location !== undefined && location !== event.location;
  await changePeople(turn, event, { invite, uninvite }, isMoved || isElsewhere);
}

function isSame(one: Series, other: Series): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Lets single times that were changed stay so, where the series still has them, under the names that they now have. */
async function carryOver(tx: Database, eventId: string, { series, renamed }: Moved): Promise<void> {
  const exceptions = await tx
    .selectFrom("event_exceptions")
    .selectAll()
    .where("event_id", "=", eventId)
    .execute();
  await tx.deleteFrom("event_exceptions").where("event_id", "=", eventId).execute();
  const kept = new Map<string, string>();
  for (const { occurrence, kind, override } of exceptions) {
    const name = renamed(occurrence);
    if (!hasOccurrence(series, name)) continue;
    // One that stands elsewhere by itself did not move with the others.
    if (override.start !== undefined) kept.set(occurrence, name);
    await tx
      .insertInto("event_exceptions")
      .values({ event_id: eventId, occurrence: name, kind, override: JSON.stringify(override) })
      .execute();
  }
  const answers = await tx.selectFrom("event_answers").selectAll().where("event_id", "=", eventId).execute();
  await tx.deleteFrom("event_answers").where("event_id", "=", eventId).execute();
  for (const answer of answers) {
    const name = kept.get(answer.occurrence);
    if (name !== undefined)
      await tx
        .insertInto("event_answers")
        .values({ ...answer, occurrence: name })
        .execute();
  }
}

/** Everybody but the organiser has yet to say whether the new time suits them; what they proposed is over. */
async function askAgain(tx: Database, event: HeldEvent): Promise<void> {
  await tx
    .updateTable("event_attendees")
    .set({ rsvp: "pending", response_at: null, note: "" })
    .where("event_id", "=", event.id)
    .where("user_id", "!=", event.organiser_id)
    .execute();
  await tx.deleteFrom("event_proposals").where("event_id", "=", event.id).execute();
}

async function changePeople(
  turn: Turn,
  event: HeldEvent,
  { invite, uninvite }: Pick<Change, "invite" | "uninvite">,
  isNews: boolean,
): Promise<void> {
  const { tx, viewer, later } = turn;
  const actor = { eventId: event.id, actorId: viewer.id };
  const goneIds = uninvite.filter((id) => id !== event.organiser_id);
  const when = await whenOf(tx, event.id);
  const gone =
    goneIds.length === 0
      ? []
      : await tx
          .deleteFrom("event_attendees")
          .where("event_id", "=", event.id)
          .where(sql<boolean>`user_id = ANY(${goneIds}::uuid[])`)
          .returning("user_id")
          .execute();
  const there = await attendeesOf(tx, event.id, viewer.id);
  const newIds = await addAttendees(tx, event.id, viewer.id, await expandInvitees(tx, viewer, invite));
  const version = event.version + 1;
  later(async () => {
    await tellInvited(tx, { ...actor, people: newIds });
    if (isNews) await tellMoved(tx, { ...actor, people: there, version, when: await whenOf(tx, event.id) });
    const people = gone.map(({ user_id }) => user_id);
    await tellCancelled(tx, { ...actor, people, version, title: event.title, when });
  });
}
