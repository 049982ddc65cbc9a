import type { CalendarAnalytics } from "@atoll/contract/calendar/free-schemas";
import { eventKindNames } from "@atoll/contract/calendar/limits";
import { formatDate } from "../../../lib/time/format-date.ts";
import { instantOf } from "../../../lib/time/wall-time.ts";
import type { ChartColor, ChartData } from "../../../ui/chart/chart-data.ts";
import type { Share } from "../../../ui/chart/dotted-rows.tsx";
import { rsvpNames } from "../data/words.ts";
import { dayWords, spanWords } from "../time/day-words.ts";
import { wallAt } from "../time/wall.ts";

/** Hours with one decimal, as charts and tables show them. */
export function hoursOf(minutes: number): number {
  return Math.round(minutes / 6) / 10;
}

/** "14.5 h" */
export function hourWords(minutes: number): string {
  return `${hoursOf(minutes).toLocaleString("en")} h`;
}

/** "3.5 h more than in the previous period". */
export function changeWords(minutes: number, earlierMinutes: number): string {
  const by = hoursOf(minutes - earlierMinutes);
  if (by === 0) return "the same as in the previous period";
  return `${Math.abs(by).toLocaleString("en")} h ${by > 0 ? "more" : "less"} than in the previous period`;
}

function weekRow(day: string) {
  const tick = formatDate(instantOf(day));
  return { key: day, tick, label: `Week of ${tick}` };
}

export function meetingsAndFocus({ weeks }: CalendarAnalytics): ChartData {
  return {
    rowHead: "Week",
    series: [
      { key: "meetings", label: "Meetings, hours", color: 2 },
      { key: "focus", label: "Focus, hours", color: 1 },
    ],
    rows: weeks.map(({ day, meetingMinutes, focusMinutes }) => ({
      ...weekRow(day),
      values: { meetings: hoursOf(meetingMinutes), focus: hoursOf(focusMinutes) },
    })),
  };
}

/** All that is counted of each week, as the file of the page holds it. */
export function weekByWeek({ weeks }: CalendarAnalytics): ChartData {
  return {
    rowHead: "Week",
    series: [
      { key: "working", label: "Working time, hours", color: 6 },
      { key: "meetings", label: "Meetings, hours", color: 2 },
      { key: "focus", label: "Focus, hours", color: 1 },
      { key: "outside", label: "Out of hours, hours", color: 3 },
      { key: "free", label: "Longest free stretch, hours", color: 4 },
      { key: "asked", label: "Invitations", color: 5 },
      { key: "answered", label: "Answered", color: 7 },
    ],
    rows: weeks.map((week) => ({
      ...weekRow(week.day),
      values: {
        working: hoursOf(week.workingMinutes),
        meetings: hoursOf(week.meetingMinutes),
        focus: hoursOf(week.focusMinutes),
        outside: hoursOf(week.outsideMinutes),
        free: hoursOf(week.longestFreeMinutes),
        asked: week.asked,
        answered: week.answered,
      },
    })),
  };
}

export function outOfHours({ weeks }: CalendarAnalytics): ChartData {
  return {
    rowHead: "Week",
    series: [{ key: "outside", label: "Out of hours, hours", color: 3 }],
    rows: weeks.map(({ day, outsideMinutes }) => ({
      ...weekRow(day),
      values: { outside: hoursOf(outsideMinutes) },
    })),
  };
}

export function byKind({ kinds }: CalendarAnalytics): ChartData {
  return {
    rowHead: "Kind",
    series: [{ key: "hours", label: "Hours", color: 1 }],
    rows: kinds
      .filter(({ count }) => count > 0)
      .map(({ kind, minutes }) => ({
        key: kind,
        tick: eventKindNames[kind],
        label: eventKindNames[kind],
        values: { hours: hoursOf(minutes) },
      })),
  };
}

const sizeNames = { two: "Two people", few: "Few, 3 to 5", many: "Many, 6 to 10", crowd: "More than 10" };

export function bySize({ sizes }: CalendarAnalytics): ChartData {
  return {
    rowHead: "Size",
    series: [{ key: "hours", label: "Hours", color: 5 }],
    rows: sizes.map(({ size, minutes }) => ({
      key: size,
      tick: sizeNames[size],
      label: sizeNames[size],
      values: { hours: hoursOf(minutes) },
    })),
  };
}

/** "Thu 19 Nov, 12:30 – 15:45" */
export function stretchWords({ startsAt, endsAt }: NonNullable<CalendarAnalytics["longestFree"]>): string {
  const span = { from: wallAt(startsAt), to: wallAt(endsAt) };
  return `${dayWords(span.from.day, "weekday")}, ${spanWords(span)}`;
}

/** The rows of a chart as parts of a whole, in the colours of their order. */
export function sharesOf({ rows }: ChartData, key: string, colors: readonly ChartColor[]): Share[] {
  return rows.map((row, index) => ({
    key: row.key,
    label: row.label,
    value: row.values[key] ?? 0,
    color: colors[index % colors.length] ?? 1,
  }));
}

const answerOrder = ["accepted", "tentative", "declined", "pending"] as const;

export function byAnswer({ answers }: CalendarAnalytics): ChartData {
  return {
    rowHead: "Answer",
    series: [{ key: "times", label: "Times", color: 4 }],
    rows: answerOrder.map((answer) => ({
      key: answer,
      tick: rsvpNames[answer],
      label: rsvpNames[answer],
      values: { times: answers[answer] },
    })),
  };
}

/** How many were answered, of how many, and the share in percent; null where nobody asked. */
export function answered({ answers }: CalendarAnalytics): {
  count: number;
  of: number;
  share: number | null;
} {
  const count = answers.accepted + answers.tentative + answers.declined;
  const of = count + answers.pending;
  return { count, of, share: of === 0 ? null : Math.round((count / of) * 100) };
}

export function isNothing(counted: CalendarAnalytics): boolean {
  return answered(counted).of === 0 && counted.kinds.every(({ count }) => count === 0);
}
