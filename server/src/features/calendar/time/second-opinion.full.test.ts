import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { expandSeries, type Series } from "./series.ts";
import { dayMs, readWall, writeWall } from "./wall.ts";

/** Computed by server/test/calendar-rules/make-expected.py with an independent library. */
const packed = readFileSync(new URL("../../../../test/calendar-rules/expected.txt.gz", import.meta.url));
const lines = gunzipSync(packed).toString().split("\n");
const horizon = { from: new Date("1990-01-01Z"), until: new Date("2049-12-31Z"), limit: 24 };

test("thousands of rules in ten zones match another program's results", { timeout: 60_000 }, () => {
  const differing = lines.filter((line) => {
    const { series, expected } = read(line);
    const found = expandSeries(series, horizon).map(({ occurrence }) => occurrence);
    const known = expected.filter((wall) => wall < "2049-12-30");
    return known.join() !== found.filter((wall) => wall < "2049-12-30").join();
  });
  expect(differing).toEqual([]);
  expect(lines.length).toBeGreaterThanOrEqual(2000);
  expect(new Set(lines.map((line) => line.split("|")[1])).size).toBe(10);
});

function read(line: string): { series: Series; expected: string[] } {
  const [start = "", zone = "", rule = "", added = "", removed = "", expected = ""] = line.split("|");
  const startMs = readWall(start, false) ?? Number.NaN;
  const at = (days: number) => writeWall(startMs + days * dayMs, false);
  const walls = (text: string) => (text ? text.split(",").map((days) => at(Number(days))) : []);
  const known: string[] = [];
  let days = 0;
  for (const step of expected === "" ? [] : expected.split(",")) {
    days += Number(step);
    known.push(at(days));
  }
  return {
    series: { start, end: start, allDay: false, zone, rule, added: walls(added), removed: walls(removed) },
    expected: known,
  };
}
