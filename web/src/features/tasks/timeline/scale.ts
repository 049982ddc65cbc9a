import { daysFrom } from "@atoll/contract/zones";
import { formatWall } from "../../../lib/time/format-wall.ts";
import { addDays, weekdayOf } from "../../../lib/time/wall-time.ts";
import { type Span, shifted } from "./spans.ts";

export const zooms = ["day", "week", "month", "quarter"] as const;
export type Zoom = (typeof zooms)[number];

export const zoomNames: Readonly<Record<Zoom, string>> = {
  day: "Day",
  week: "Week",
  month: "Month",
  quarter: "Quarter",
};

/** The width of a day in pixels. */
const dayWidths: Readonly<Record<Zoom, number>> = { day: 40, week: 16, month: 5, quarter: 2 };

/** Where days are on a timeline: from its first day on, each as wide as the zoom says. */
export interface Scale {
  zoom: Zoom;
  first: string;
  last: string;
  dayWidth: number;
  width: number;
}

/** Around today, in days. Tasks far away from it do not make the timeline as long as they are away. */
const [mostBefore, mostAfter] = [730, 1095];
/** At the least, so that there is space to drag to. */
const [leastBefore, leastAfter] = [90, 180];
/** In pixels: as wide as a window is. */
const leastWidth = 3000;
/** Beyond the first and the last task. */
const margin = 30;

/** Returns the scale that shows these days, as far as they are near today. */
export function scaleOf(zoom: Zoom, today: string, days: readonly string[]): Scale {
  const distances = days.map((day) => daysFrom(today, day));
  const before = Math.max(leastBefore, ...distances.map((distance) => margin - distance));
  const after = Math.max(leastAfter, ...distances.map((distance) => margin + distance));
  const dayWidth = dayWidths[zoom];
  const first = startOfMonth(addDays(today, -Math.min(mostBefore, before)));
  const last = addDays(
    today,
    Math.min(mostAfter, Math.max(after, Math.ceil(leastWidth / dayWidth) - before)),
  );
  return { zoom, first, last, dayWidth, width: (daysFrom(first, last) + 1) * dayWidth };
}

/** Returns the left edge of a day in pixels. */
export const leftOf = ({ first, dayWidth }: Scale, day: string): number => daysFrom(first, day) * dayWidth;

/** The least width of a bar, also where it names the month of a task beyond the first or the last day. */
const [leastBar, leastBarBeyond] = [8, 84];

/** Where a bar is drawn, in pixels. What is beyond the first or the last day is drawn at that edge. */
export interface Bar {
  left: number;
  width: number;
  beyond?: "before" | "after";
}

/** Returns the bar of some days, always within the scale. */
export function barOf(scale: Scale, { from, to }: Span): Bar {
  const beyond = to < scale.first ? "before" : from > scale.last ? "after" : undefined;
  const start = Math.max(0, leftOf(scale, from));
  const end = Math.min(scale.width, leftOf(scale, to) + scale.dayWidth);
  const width = Math.max(beyond ? leastBarBeyond : leastBar, end - start);
  return { left: Math.min(start, scale.width - width), width, ...(beyond && { beyond }) };
}

/** Returns the days of a task moved so far that they touch the scale: where a bar beyond it is taken hold of. */
export function spanAtEdge({ first, last }: Scale, span: Span): Span {
  const days = span.to < first ? daysFrom(span.to, first) : span.from > last ? daysFrom(span.from, last) : 0;
  return days === 0 ? span : shifted(span, "whole", days);
}

/** Returns the day at a distance from the left edge, at most the first or the last one. */
export function dayAt({ first, last, dayWidth }: Scale, x: number): string {
  const index = Math.floor(x / dayWidth);
  return addDays(first, Math.max(0, Math.min(daysFrom(first, last), index)));
}

/** A part of the head: a day, a week, a month or a quarter, or what several of them are in. */
export interface Cell {
  day: string;
  left: number;
  width: number;
  text: string;
}

/** Returns the cells of both lines of the head between two distances from the left edge. */
export function cellsBetween(scale: Scale, from: number, to: number): { upper: Cell[]; lower: Cell[] } {
  const [upper, lower] = units[scale.zoom];
  return { upper: cells(scale, upper, from, to), lower: cells(scale, lower, from, to) };
}

type Unit = "day" | "week" | "month" | "quarter" | "year";

const units: Readonly<Record<Zoom, readonly [upper: Unit, lower: Unit]>> = {
  day: ["month", "day"],
  week: ["month", "week"],
  month: ["year", "month"],
  quarter: ["year", "quarter"],
};

function cells(scale: Scale, unit: Unit, from: number, to: number): Cell[] {
  const found: Cell[] = [];
  let day = startOf(unit, dayAt(scale, from));
  while (day <= scale.last && leftOf(scale, day) < to) {
    const next = nextOf(unit, day);
    const left = leftOf(scale, day);
    found.push({ day, left, width: leftOf(scale, next) - left, text: nameOf(unit, day) });
    day = next;
  }
  return found;
}

function startOf(unit: Unit, day: string): string {
  if (unit === "day") return day;
  if (unit === "week") return addDays(day, 1 - weekdayOf(day));
  if (unit === "month") return startOfMonth(day);
  if (unit === "year") return `${day.slice(0, 4)}-01-01`;
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, "0")}-01`;
}

const longest: Readonly<Record<Unit, number>> = { day: 1, week: 7, month: 31, quarter: 92, year: 366 };

/** Returns the start of the unit after the one that starts on a day. */
const nextOf = (unit: Unit, day: string) => startOf(unit, addDays(day, longest[unit]));

const startOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

function nameOf(unit: Unit, day: string): string {
  if (unit === "day") return `${formatWall("narrow", day)} ${Number(day.slice(8))}`;
  if (unit === "week") return formatWall("date", day);
  if (unit === "year") return day.slice(0, 4);
  if (unit === "quarter") return `Q${Math.floor(Number(day.slice(5, 7)) / 3) + 1}`;
  return formatWall("monthYear", day);
}
