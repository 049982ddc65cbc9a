import { describe, expect, it } from "vitest";
import { weekNumber, weeksOfMonth } from "../../../lib/time/weeks.ts";
import { readWall } from "../time/wall.ts";
import { stepFrom } from "../time/weeks.ts";
import { barsOver } from "./bars.ts";
import { piecesOf } from "./day-pieces.ts";
import type { GridItem } from "./item.ts";
import { monthWeek } from "./month-week.ts";
import { sideBySide } from "./side-by-side.ts";

const day = "2026-11-20";
const week = Array.from({ length: 7 }, (_, index) => `2026-11-${16 + index}`);

function item(key: string, from: string, to: string, isAllDay = false): GridItem {
  return {
    key,
    title: key,
    isAllDay,
    span: { from: readWall(from), to: readWall(to) },
    look: "plain",
    hue: "all",
    location: "",
    mayMove: true,
    isRepeating: false,
    isTask: false,
    isDue: false,
  };
}
const at = (key: string, from: string, to: string) => item(key, `${day}T${from}`, `${day}T${to}`);

describe("Events of a day", () => {
  it("are side by side when they overlap, and use the available width", () => {
    const placed = sideBySide(
      piecesOf(
        [
          at("a", "09:00", "12:00"),
          at("b", "09:30", "10:00"),
          at("c", "09:30", "10:30"),
          at("d", "11:00", "12:00"),
          at("e", "12:00", "13:00"),
        ],
        day,
      ),
    );
    expect(placed.map(({ item: { key }, column, width, columns }) => [key, column, width, columns])).toEqual([
      ["a", 0, 1, 3],
      ["c", 1, 1, 3],
      ["b", 2, 1, 3],
      ["d", 1, 2, 3],
      ["e", 0, 1, 1],
    ]);
  });

  it("never overlap", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    for (let turn = 0; turn < 200; turn += 1) {
      const items = Array.from({ length: random(12) + 1 }, (_, index) => {
        const from = random(1380);
        const two = (part: number) => String(part).padStart(2, "0");
        const write = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
        return at(`${index}`, write(from), write(Math.min(1439, from + 1 + random(300))));
      });
      const placed = sideBySide(piecesOf(items, day));
      expect(placed).toHaveLength(items.length);
      for (const one of placed) {
        expect(one.column + one.width).toBeLessThanOrEqual(one.columns);
        for (const other of placed) {
          if (one === other || one.to <= other.from || other.to <= one.from) continue;
          const isApart = one.column + one.width <= other.column || other.column + other.width <= one.column;
          expect(isApart).toBe(true);
        }
      }
    }
  });

  it("across midnight are in both days", () => {
    const night = item("night", "2026-11-20T22:00", "2026-11-21T06:00");
    expect(piecesOf([night], "2026-11-20")).toMatchObject([
      { from: 1320, to: 1440, isFirst: true, isLast: false },
    ]);
    expect(piecesOf([night], "2026-11-21")).toMatchObject([
      { from: 0, to: 360, isFirst: false, isLast: true },
    ]);
    expect(piecesOf([night], "2026-11-22")).toEqual([]);
  });

  it("are shown at their start when they end on the day before, because clocks go back over midnight", () => {
    const back = item("back", "2026-11-20T00:10", "2026-11-19T23:40");
    expect(piecesOf([back], "2026-11-20")).toMatchObject([{ from: 10, to: 30 }]);
    expect([piecesOf([back], "2026-11-19"), piecesOf([back], "2026-11-21")]).toEqual([[], []]);
  });
});

describe("Bars of a week", () => {
  it("have separate lanes, and are cut at the end of the week", () => {
    const bars = barsOver(
      [
        item("long", "2026-11-14", "2026-11-19", true),
        item("two", "2026-11-18", "2026-11-30", true),
        item("one", "2026-11-19", "2026-11-20", true),
      ],
      week,
    );
    expect(
      bars.map(({ item: { key }, first, last, lane, isCut }) => [
        key,
        first,
        last,
        lane,
        isCut.left,
        isCut.right,
      ]),
    ).toEqual([
      ["long", 0, 2, 0, true, false],
      ["two", 2, 6, 1, false, true],
      ["one", 3, 3, 0, false, false],
    ]);
  });

  it("use the last row of a full day for the number of further events", () => {
    const chips = ["08:00", "09:00", "10:00", "11:00"].map((from) => at(from, from, "12:00"));
    const { days } = monthWeek([item("bar", day, "2026-11-21", true), ...chips], week, 4);
    expect(days[4]).toMatchObject({ hidden: 2, items: { length: 5 } });
    expect(days[4]?.chips.map(({ item: { key } }) => key)).toEqual(["08:00", "09:00"]);
    expect(days[3]).toMatchObject({ hidden: 0, items: [] });
  });
});

describe("Weeks", () => {
  it("cover a month from the day that weeks begin on", () => {
    const weeks = weeksOfMonth("2026-11-20");
    expect(weeks[0]?.[0]).toBe("2026-10-26");
    expect(weeks.at(-1)?.at(-1)).toBe("2026-12-06");
    expect(weeks).toHaveLength(6);
  });

  it("have the number of their Monday", () => {
    expect(weekNumber(week)).toBe(47);
    expect(weekNumber(["2027-01-03", "2027-01-04"])).toBe(1);
    expect(weekNumber(["2026-12-28"])).toBe(53);
  });

  it("step to the adjacent month by its first day", () => {
    expect(stepFrom("month", "2026-01-31", 1)).toBe("2026-02-01");
    expect(stepFrom("week", "2026-01-31", -1)).toBe("2026-01-24");
  });
});
