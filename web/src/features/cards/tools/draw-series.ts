import { daysApart } from "../data/days.ts";

interface Point {
  day: string;
  value: number;
}

const edge = 6;
/** Numbers that lie further apart are not joined. */
const maxGapDays = 8;

/** A line through numbers by day, broken where days are missing. Smaller numbers are higher, as positions are. */
export function drawSeries(points: readonly Point[], width: number, height: number) {
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const first = points[0]?.day ?? "";
  const days = Math.max(1, daysApart(first, points.at(-1)?.day ?? first));
  const dots = points.map(({ day, value }) => ({
    day,
    x: edge + (daysApart(first, day) / days) * (width - 2 * edge),
    y: edge + (most === least ? 0.5 : (value - least) / (most - least)) * (height - 2 * edge),
  }));
  const path = dots
    .map(({ day, x, y }, at) => {
      const before = dots[at - 1];
      const isJoined = before !== undefined && daysApart(before.day, day) <= maxGapDays;
      return `${isJoined ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
  return { path, dots, least, most };
}
