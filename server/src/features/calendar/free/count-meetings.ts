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

export function recurringOf(meetings: readonly OwnTime[], userId: string): CalendarAnalytics["recurring"] {
  const bySeries = Map.groupBy(
    meetings.filter(({ isSeries }) => isSeries),
    ({ eventId }) => eventId,
  );
  return [...bySeries]
    .flatMap(([eventId, times]) => {
      const [first] = times;
      if (!first) return [];
      const { title, people, organiserId } = first;
      const { count, minutes } = sum(times);
      const isOrganiser = organiserId === userId;
      return [
        { eventId, title, isOrganiser, times: count, people, minutes, personMinutes: minutes * people },
      ];
    })
    .sort((a, b) => b.personMinutes - a.personMinutes)
    .slice(0, mostRecurring);
}
