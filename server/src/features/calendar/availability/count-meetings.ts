import type { CalendarAnalytics } from "@atoll/contract/calendar/free-schemas";
import { eventKinds } from "@atoll/contract/calendar/limits";
import type { OwnTime } from "./count-time.ts";

const mostRecurring = 10;
const sizes = [
  { size: "two", most: 2 },
  { size: "few", most: 5 },
  { size: "many", most: 10 },
  { size: "crowd", most: Number.POSITIVE_INFINITY },
] as const;

function sum(rows: readonly OwnTime[]) {
  const ms = rows.reduce((all, { from, until }) => all + until - from, 0);
  return { count: rows.length, minutes: Math.round(ms / 60_000) };
}

export function kindsOf(rows: readonly OwnTime[]): CalendarAnalytics["kinds"] {
  const taken = rows.filter(({ rsvp }) => rsvp !== "declined");
  return eventKinds.map((kind) => ({ kind, ...sum(taken.filter((row) => row.kind === kind)) }));
}

export function sizesOf(meetings: readonly OwnTime[]): CalendarAnalytics["sizes"] {
  const sizeOf = ({ people }: OwnTime) => sizes.find(({ most }) => people <= most)?.size;
  return sizes.map(({ size }) => ({ size, ...sum(meetings.filter((row) => sizeOf(row) === size)) }));
}

export function answersOf(rows: readonly OwnTime[], userId: string): CalendarAnalytics["answers"] {
  const answers = { accepted: 0, tentative: 0, declined: 0, pending: 0 };
  for (const { organiserId, rsvp } of rows) if (organiserId !== userId) answers[rsvp] += 1;
  return answers;
}

/** Returns the first meeting that is not over and still awaits the viewer's answer, or null. */
export function unansweredOf(
  rows: readonly OwnTime[],
  userId: string,
  now: number,
): CalendarAnalytics["unanswered"] {
  const found = rows.find(
    ({ organiserId, rsvp, until }) => organiserId !== userId && rsvp === "pending" && until > now,
  );
  return (
    (found && { eventId: found.eventId, occurrence: found.occurrence, isSeries: found.rule !== null }) ?? null
  );
}

type Series = Omit<CalendarAnalytics["recurring"][number], "next">;

/**
 * Returns the series of meetings, ordered by the total hours of all attendees, the most first. A series that the viewer
 * declined as a whole is left out.
 * @param rows of the period, each cut to it, ordered by start.
 */
export function recurringOf(rows: readonly OwnTime[], userId: string): Series[] {
  const bySeries = Map.groupBy(rows.filter(isOfSeries), ({ eventId }) => eventId);
  return [...bySeries]
    .flatMap(([eventId, all]) => {
      const times = all.filter(({ rsvp }) => rsvp !== "declined");
      const last = times.at(-1);
      if (!last) return [];
      const { title, people, organiserId, departmentId, rule, start, minutesEach } = last;
      const { count, minutes } = sum(times);
      return [
        {
          eventId,
          title,
          departmentId,
          isOrganiser: organiserId === userId,
          rule: rule ?? "",
          start,
          minutesEach,
          times: count,
          declinedTimes: all.length - count,
          people,
          minutes,
          personMinutes: minutes * people,
        },
      ];
    })
    .sort((a, b) => b.personMinutes - a.personMinutes)
    .slice(0, mostRecurring);
}

function isOfSeries({ kind, people, rule }: OwnTime): boolean {
  return kind === "meeting" && people > 1 && rule !== null;
}
