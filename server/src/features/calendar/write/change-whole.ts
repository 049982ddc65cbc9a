import type { eventChangeSchema } from "@atoll/contract/calendar/changes";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import type { Override } from "../../../stored-values.ts";
import type { Database } from "../../../tables.ts";
import { notifyCancelled, notifyInvited, notifyMoved } from "../notifications/notify-people.ts";
import type { Series } from "../time/series.ts";
import { seriesApart } from "../time/series-thread.ts";
import { attendeesOf, whenOf } from "./about.ts";
import { assertPlace } from "./create-event.ts";
import type { HeldEvent } from "./hold-event.ts";
import { addAttendees, expandInvitees } from "./invite.ts";
import type { Turn } from "./make-change.ts";
import { type Moved, moveSeries } from "./move-series.ts";
import { assertPossible, columnsOf, refused, seriesOf } from "./series-of.ts";

export type Change = z.output<typeof eventChangeSchema>;

/** The occurrence from which an event is changed as a whole. */
export interface Opened {
  /** Null for none in particular. */
  occurrence: string | null;
  /** When it starts, in its own time zone. */
  from: string;
}

/**
 * Changes an event as a whole. Differences of single occurrences stay if the series still has them. A new time resets
 * all answers.
 * @param event locked, and already recorded with `touch`.
 */
export async function changeWhole(
  turn: Turn,
  event: HeldEvent,
  { set, invite, uninvite }: Pick<Change, "set" | "invite" | "uninvite">,
  opened: Opened,
): Promise<void> {
  const { tx, viewer } = turn;
  const { times, rule, title, description, location, link, ...place } = set;
  if (place.calendarId && viewer.id !== event.organiser_id) throw new AppError("calendar_not_found");
  await assertPlace(tx, viewer, place);
  const moved = moveSeries(seriesOf(event), opened.from, times, rule);
  await assertPossible(viewer.id, moved.series);
  if (times && rule === undefined) await assertMoves(viewer.id, event, moved, opened);
  const isMoved = !isSame(seriesOf(event), moved.series);
  await rejectViolation(
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
  const edited = { occurrence: opened.occurrence, set };
  await carryOver(tx, viewer.id, event.id, { moved, isMoved, edited });
  if (isMoved) await askAgain(tx, event);
  const isElsewhere = location !== undefined && location !== event.location;
  await changePeople(turn, event, { invite, uninvite }, isMoved || isElsewhere);
}

/**
 * Asserts that a rule can follow a move to other days. Some cannot, such as the last workday of each month: the opened
 * occurrence would stay where it is, or the series would start at a time that the rule does not give.
 */
async function assertMoves(
  owner: string,
  event: HeldEvent,
  { series, renamed }: Moved,
  { occurrence }: Opened,
): Promise<void> {
  if (series.rule === null) return;
  const apart = seriesApart(owner);
  const names = [event.starts, ...(occurrence === null ? [] : [occurrence])];
  const given = await apart.givenByRule(seriesOf(event), names);
  const givenNow = await apart.givenByRule(
    series,
    names.map((name) => renamed(name)),
  );
  if (names.some((name) => given.has(name) && !givenNow.has(renamed(name))))
    throw refused("rule_cannot_move");
}

function isSame(one: Series, other: Series): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Resets the answers of all attendees but the organiser, and deletes their proposals, because the time has changed. */
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
    await notifyInvited(tx, { ...actor, people: newIds });
    if (isNews) await notifyMoved(tx, { ...actor, people: there, version, when: await whenOf(tx, event.id) });
    const people = gone.map(({ user_id }) => user_id);
    await notifyCancelled(tx, { ...actor, people, version, title: event.title, when });
  });
}

/** The occurrence from which a series is changed, with the edited fields. */
interface Edited {
  occurrence: string | null;
  set: z.output<typeof eventChangeSchema>["set"];
}

/**
 * Keeps the differences of single occurrences after their series has changed, if it still has these occurrences, under
 * their new names. The occurrence that was opened shows the edited fields.
 * @param isMoved whether the series has new times: then answers to occurrences that moved with it are deleted.
 */
async function carryOver(
  tx: Database,
  owner: string,
  eventId: string,
  { moved, isMoved, edited }: { moved: Moved; isMoved: boolean; edited: Edited },
): Promise<void> {
  const exceptions = await tx
    .deleteFrom("event_exceptions")
    .where("event_id", "=", eventId)
    .returning(["occurrence", "kind", "override"])
    .execute();
  const names = exceptions.map(({ occurrence }) => moved.renamed(occurrence));
  const there = await seriesApart(owner).occurrencesAmong(moved.series, names);
  /** Occurrences that keep their times, with their new names. */
  const kept = new Map<string, string>();
  for (const { occurrence, kind, override } of exceptions) {
    const name = moved.renamed(occurrence);
    if (!there.has(name)) continue;
    const isEdited = occurrence === edited.occurrence;
    if (override.start !== undefined && !isEdited) kept.set(occurrence, name);
    const own = isEdited ? withTyped(override, edited.set) : override;
    const next = own.start === override.start ? inSeries(own, moved) : own;
    if (kind === "modify" && Object.keys(next).length === 0) continue;
    await tx
      .insertInto("event_exceptions")
      .values({ event_id: eventId, occurrence: name, kind, override: JSON.stringify(next) })
      .execute();
  }
  if (isMoved) await carryAnswers(tx, eventId, kept);
}

/** Applies a series' edited fields to one occurrence, except for the time if the occurrence was moved by itself. */
function withTyped(override: Override, { times, ...set }: Edited["set"]): Override {
  const next = { ...override };
  for (const field of ["title", "description", "location", "link"] as const)
    if (set[field] !== undefined) delete next[field];
  if (override.start === undefined || !times) return next;
  return { ...next, start: times.start, end: times.end };
}

function inSeries(override: Override, moved: Moved): Override {
  const { start, end } = override;
  return start === undefined || end === undefined
    ? override
    : { ...override, ...moved.alone({ start, end }) };
}

async function carryAnswers(tx: Database, eventId: string, kept: ReadonlyMap<string, string>): Promise<void> {
  const answers = await tx
    .deleteFrom("event_answers")
    .where("event_id", "=", eventId)
    .returningAll()
    .execute();
  for (const answer of answers) {
    const occurrence = kept.get(answer.occurrence);
    if (occurrence !== undefined)
      await tx
        .insertInto("event_answers")
        .values({ ...answer, occurrence })
        .execute();
  }
}
