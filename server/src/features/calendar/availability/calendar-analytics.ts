import type { CalendarAnalytics } from "@atoll/contract/calendar/free-schemas";
import { addDays, daysFrom, weekdayOf } from "@atoll/contract/zones";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import type { Database } from "../../../tables.ts";
import { instantOf } from "../time/temporal.ts";
import { readWall } from "../time/wall.ts";
import { assertZone, findWorkers, type Span } from "../working-hours.ts";
import { answersOf, kindsOf, recurringOf, sizesOf, unansweredOf } from "./count-meetings.ts";
import { isMeeting, minutesOf, type OwnTime, timeOf } from "./count-time.ts";

const longestDays = 366;
/** Rows processed between two yields to the event loop. */
const rowsInARow = 1000;

/**
 * Returns the totals of a person's own calendar over a period, and over the previous period of the same length. See
 * docs/decisions/063-calendar-analytics.md.
 * @throws {AppError} `range_too_long`, `invalid_request` for an unknown time zone.
 */
export async function calendarAnalytics(
  db: Database,
  userId: string,
  { from, to, zone }: { from: string; to: string; zone: string },
): Promise<CalendarAnalytics> {
  assertZone(zone);
  const days = daysFrom(from, to) + 1;
  if (days > longestDays) throw new AppError("range_too_long");
  const at = (day: string) => instantOf(readWall(day, true) ?? 0, zone);
  const period = { from: at(from), until: at(addDays(to, 1)) };
  const earlier = { from: at(addDays(from, -days)), until: period.from };
  const yieldToLoop = shareLoop();
  const [rows, workerOf] = await Promise.all([
    ownTimes(db, userId, { from: earlier.from, until: period.until }, yieldToLoop),
    findWorkers(db, [userId]),
  ]);
  const worker = { ...workerOf(userId), zone };
  const now = rows.filter((row) => touches(row, period));
  await yieldToLoop();
  const { workingMinutes, longestFree, ...time } = await timeOf(now, worker, period, yieldToLoop);
  const { workingMinutes: _w, longestFree: _l, ...before } = await timeOf(rows, worker, earlier, yieldToLoop);
  const weeks = [];
  for (const { day, until } of weeksOf(from, to)) {
    await yieldToLoop();
    const span = { from: at(day), until: at(until) };
    const {
      meetings: _meetings,
      backToBack: _backToBack,
      longestFree: free,
      ...figures
    } = await timeOf(now, worker, span, yieldToLoop);
    const { pending, ...answers } = answersOf(
      now.filter((row) => row.from >= span.from && row.from < span.until),
      userId,
    );
    const answered = answers.accepted + answers.tentative + answers.declined;
    weeks.push({
      day,
      ...figures,
      longestFreeMinutes: minutesOf(free ? [free] : []),
      asked: answered + pending,
      answered,
    });
  }
  await yieldToLoop();
  const inside = now.map((row) => within(row, period));
  await yieldToLoop();
  const recurring = recurringOf(inside, userId);
  const nextOf = await nextTimes(
    db,
    recurring.map(({ eventId }) => eventId),
  );
  const [kinds, sizes] = [kindsOf(inside), sizesOf(inside.filter(isMeeting))];
  await yieldToLoop();
  return {
    from,
    to,
    zone,
    workingMinutes,
    ...time,
    longestFree: longestFree && {
      startsAt: new Date(longestFree.from).toISOString(),
      endsAt: new Date(longestFree.until).toISOString(),
    },
    earlier: before,
    weeks,
    kinds,
    sizes,
    answers: answersOf(now, userId),
    unanswered: unansweredOf(now, userId, Date.now()),
    recurring: recurring.map((series) => ({ ...series, next: nextOf.get(series.eventId) ?? null })),
  };
}

/** Returns when the first occurrence of each event from now on starts. */
async function nextTimes(db: Database, eventIds: readonly string[]): Promise<Map<string, string>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("event_occurrences")
    .select(["event_id", "occurrence"])
    .distinctOn("event_id")
    .where("event_id", "in", [...eventIds])
    .where("starts_at", ">", sql<Date>`now()`)
    .orderBy("event_id")
    .orderBy("starts_at")
    .execute();
  return new Map(rows.map(({ event_id, occurrence }) => [event_id, occurrence]));
}

function touches(row: OwnTime, { from, until }: Span): boolean {
  return row.from < until && row.until > from;
}

function within(row: OwnTime, { from, until }: Span): OwnTime {
  return { ...row, from: Math.max(row.from, from), until: Math.min(row.until, until) };
}

/** Returns the weeks of a period, from Monday on. The first and last are cut to the period. */
function weeksOf(from: string, to: string): { day: string; until: string }[] {
  const weeks = [];
  for (let day = from; day <= to; ) {
    const next = addDays(day, 8 - weekdayOf(day));
    const until = next > to ? addDays(to, 1) : next;
    weeks.push({ day, until });
    day = until;
  }
  return weeks;
}

/**
 * Returns the viewer's own occurrences in a period. All-day events are left out: they say where a person is, not what
 * they do.
 */
async function ownTimes(
  db: Database,
  userId: string,
  { from, until }: Span,
  yieldToLoop: () => Promise<void>,
): Promise<OwnTime[]> {
  const { rows } = await sql<Pick<OwnTime, "eventId" | "occurrence" | "rsvp" | "from" | "until">>`
    SELECT e.id AS "eventId", o.occurrence, coalesce(y.rsvp, a.rsvp) AS rsvp,
      extract(epoch FROM o.starts_at)::float8 * 1000 AS "from", extract(epoch FROM o.ends_at)::float8 * 1000 AS until
    FROM event_attendees a JOIN events e ON e.id = a.event_id JOIN event_occurrences o ON o.event_id = e.id
    LEFT JOIN event_answers y ON y.event_id = o.event_id AND y.occurrence = o.occurrence AND y.user_id = a.user_id
    WHERE a.user_id = ${userId} AND a.end_at >= ${new Date(from)} AND a.start_at < ${new Date(until)}
      AND e.deleted_at IS NULL AND NOT e.all_day
      AND o.starts_at < ${new Date(until)} AND o.ends_at > ${new Date(from)}
    ORDER BY o.starts_at, o.event_id LIMIT 20000`.execute(db);
  await yieldToLoop();
  const events = await eventsOf(db, [...new Set(rows.map(({ eventId }) => eventId))]);
  const times: OwnTime[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsInARow === 0) await yieldToLoop();
    const event = events.get(row.eventId);
    if (event) times.push({ ...event, ...row, minutesEach: minutesOf([row]) });
  }
  return times;
}

type EventFacts = Pick<
  OwnTime,
  "title" | "kind" | "organiserId" | "departmentId" | "rule" | "start" | "people"
>;

/**
 * Loads events separately from their occurrences: the driver would parse the same texts for each of 20,000 occurrences.
 */
async function eventsOf(db: Database, ids: readonly string[]): Promise<Map<string, EventFacts>> {
  const { rows } = await sql<EventFacts & { id: string }>`
    SELECT e.id, e.title, e.kind, e.organiser_id AS "organiserId", e.department_id AS "departmentId",
      e.rule, e.starts AS "start",
      (SELECT count(*) FROM event_attendees c WHERE c.event_id = e.id AND c.rsvp <> 'declined')::int AS people
    FROM events e WHERE e.id = ANY (${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
