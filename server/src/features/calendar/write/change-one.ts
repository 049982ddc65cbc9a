import type { EventTimes } from "@atoll/contract/calendar/schemas";
import { AppError } from "../../../platform/app-error.ts";
import type { Override } from "../../../stored-values.ts";
import type { Database } from "../../../tables.ts";
import { accessOccurrence } from "../find-event.ts";
import { notifyMoved } from "../notifications/notify-people.ts";
import { instantOf, wallAt } from "../time/temporal.ts";
import { readWall, writeWall } from "../time/wall.ts";
import { attendeesOf, whenOf } from "./about.ts";
import type { Change } from "./change-whole.ts";
import type { HeldEvent } from "./hold-event.ts";
import type { Turn } from "./make-change.ts";
import { assertPossible, refused, seriesOf } from "./series-of.ts";

/**
 * Changes one occurrence of a series: it gets its own texts and times.
 * @throws {AppError} `occurrence_not_found`, `times_refused`, `invalid_request` for a field that only a series can
 *   have.
 */
export async function changeOne(
  turn: Turn,
  event: HeldEvent,
  occurrence: string,
  { set, invite, uninvite }: Pick<Change, "set" | "invite" | "uninvite">,
): Promise<void> {
  const { tx, viewer } = turn;
  const { times, title, description, location, link, ...others } = set;
  const isMore = [
    invite.personIds,
    invite.departmentIds,
    invite.channelIds,
    uninvite,
    Object.keys(others),
  ].some((list) => list.length > 0);
  if (isMore)
    throw new AppError("invalid_request", {
      fields: [{ path: "scope", message: "This can be changed for all events of the series only" }],
    });
  const there = await accessOccurrence(tx, viewer.id, event.id, occurrence);
  const own = times && timesInZone(event, times);
  const texts = { title, description, location, link };
  const override: Override = {
    ...there.override,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
    ...own,
  };
  if (own)
    await assertPossible(viewer.id, { ...seriesOf(event), ...own, rule: null, added: [], removed: [] });
  const text = JSON.stringify(override);
  await tx
    .insertInto("event_exceptions")
    .values({ event_id: event.id, occurrence, kind: "modify", override: text })
    .onConflict((conflict) => conflict.columns(["event_id", "occurrence"]).doUpdateSet({ override: text }))
    .execute();
  const isMoved = own !== undefined && (own.start !== there.starts || own.end !== there.ends);
  if (isMoved) await askAgain(tx, event, occurrence);
  if (isMoved || location !== undefined) await notifyOfOccurrence(turn, event, occurrence);
}

/** Notifies the attendees, at the end of the change, that an occurrence has another time or place. */
export async function notifyOfOccurrence(
  { tx, viewer, later }: Turn,
  event: HeldEvent,
  occurrence: string,
): Promise<void> {
  const people = await attendeesOf(tx, event.id, viewer.id);
  later(async () =>
    notifyMoved(tx, {
      eventId: event.id,
      actorId: viewer.id,
      people,
      version: event.version + 1,
      when: await whenOf(tx, event.id, occurrence),
    }),
  );
}

/** Returns times in the event's time zone, which all of its occurrences use. */
function timesInZone(event: HeldEvent, times: EventTimes): { start: string; end: string } {
  // An occurrence is named by a day or by a time, in its series, in answers and in other calendars: this cannot change.
  if (times.allDay !== event.all_day)
    throw new AppError("times_refused", {
      fields: [
        {
          path: "set.times.allDay",
          message:
            "One event of a series cannot change between all day and a time. Change this and the following, or all of them",
        },
      ],
    });
  if (times.allDay || times.zone === event.zone) return { start: times.start, end: times.end };
  const there = (text: string, refusal: "start_unreadable" | "end_unreadable") => {
    const ms = readWall(text, false);
    if (ms === null) throw refused(refusal);
    return writeWall(wallAt(instantOf(ms, times.zone), event.zone), false);
  };
  return { start: there(times.start, "start_unreadable"), end: there(times.end, "end_unreadable") };
}

/** Resets the answers of all attendees but the organiser, because the time has changed. */
export async function askAgain(tx: Database, event: HeldEvent, occurrence: string): Promise<void> {
  await tx
    .insertInto("event_answers")
    .columns(["event_id", "occurrence", "user_id", "rsvp"])
    .expression((select) =>
      select
        .selectFrom("event_attendees as a")
        .select(({ val }) => [
          "a.event_id",
          val(occurrence).as("occurrence"),
          "a.user_id",
          val("pending").as("rsvp"),
        ])
        .where("a.event_id", "=", event.id)
        .where("a.user_id", "!=", event.organiser_id),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["event_id", "occurrence", "user_id"])
        .doUpdateSet({ rsvp: "pending", response_at: null, note: "" }),
    )
    .execute();
  await tx
    .deleteFrom("event_proposals")
    .where("event_id", "=", event.id)
    .where("occurrence", "=", occurrence)
    .execute();
}
