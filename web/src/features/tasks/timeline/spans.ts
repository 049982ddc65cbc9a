import { dueOnDay, overdueFrom } from "@atoll/contract/tasks/due";
import type { Task } from "@atoll/contract/tasks/schemas";
import { daysFrom } from "@atoll/contract/zones";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays, ownTimeZone } from "../../../lib/time/wall-time.ts";
import type { KeyStep } from "../../../ui/drag/carry.ts";
import type { NewValues } from "../changes/task-act.ts";

/** The days from the start of a task to its due date, both included. With one date alone, it is that day. */
export interface Span {
  from: string;
  to: string;
}

/** The part that a drag changes: all days, or only the first or the last one. */
export type SpanPart = "whole" | "start" | "end";

type Dated = Pick<Task, "startsOn" | "due">;

/** Returns the days of a task by the viewer's clock; undefined without any date. */
export function spanOf({ startsOn, due }: Dated): Span | undefined {
  const to = due && dueDayOf(due);
  const from = startsOn ?? to;
  if (!from) return undefined;
  // A due time elsewhere may be on an earlier day there than here.
  return { from: to && from > to ? to : from, to: to ?? from };
}

function dueDayOf(due: NonNullable<Task["due"]>): string {
  return due.clock ? dayOf(overdueFrom(due, ownTimeZone())) : due.date;
}

export const isSameSpan = (one: Span, other: Span) => one.from === other.from && one.to === other.to;

/** Returns the span after a part of it was moved by some days. It stays at least one day long. */
export function shifted({ from, to }: Span, part: SpanPart, days: number): Span {
  if (part === "whole") return { from: addDays(from, days), to: addDays(to, days) };
  const length = daysFrom(from, to);
  if (part === "start") return { from: addDays(from, Math.min(days, length)), to };
  return { from, to: addDays(to, Math.max(days, -length)) };
}

/** One step by the keys: left and right move all days, with Shift the last one; up and down move the first one. */
export function stepped(span: Span, { key, withShift }: KeyStep): Span | undefined {
  if (key === "Home" || key === "End") return undefined;
  const days = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  if (key === "ArrowUp" || key === "ArrowDown") return shifted(span, "start", days);
  return shifted(span, withShift ? "end" : "whole", days);
}

/** Returns the change that gives a task these days. Moving keeps to the dates that it has, another length needs both. */
export function changeOfSpan(task: Dated, next: Span): { set: NewValues; said: string } | undefined {
  const before = spanOf(task);
  if (before && isSameSpan(before, next)) return undefined;
  const zone = ownTimeZone();
  const isLonger = before !== undefined && daysFrom(before.from, before.to) !== daysFrom(next.from, next.to);
  const hasStart = task.startsOn !== null && task.startsOn !== undefined;
  const hasDue = task.due !== null || !hasStart || isLonger;
  const due = hasDue ? dueOnDay(task.due, { date: next.to, zone }) : null;
  const startsOn = due && next.from > due.date ? due.date : next.from;
  const set: NewValues = {
    ...((hasStart || isLonger) && startsOn !== task.startsOn && { startsOn }),
    ...(hasDue && next.to !== (task.due && dueDayOf(task.due)) && { dueDay: { date: next.to, zone } }),
  };
  return { set, said: spanInWords(next) };
}

/** "24 Nov", "24 Nov to 3 Dec". */
export function spanInWords({ from, to }: Span): string {
  return from === to ? formatWallDate(from) : `${formatWallDate(from)} to ${formatWallDate(to)}`;
}
