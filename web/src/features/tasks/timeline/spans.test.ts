import { expect, it } from "vitest";
import { barOf, cellsBetween, dayAt, leftOf, scaleOf, spanAtEdge } from "./scale.ts";
import { changeOfSpan, shifted, spanOf, stepped } from "./spans.ts";

const due = (date: string) => ({ date, clock: null });
const both = { startsOn: "2027-03-01", due: due("2027-03-05") };

it("spans from the start to the due date, or is the one date that there is", () => {
  expect(spanOf(both)).toEqual({ from: "2027-03-01", to: "2027-03-05" });
  expect(spanOf({ startsOn: null, due: due("2027-03-05") })).toEqual({
    from: "2027-03-05",
    to: "2027-03-05",
  });
  expect(spanOf({ startsOn: "2027-03-01", due: null })).toEqual({ from: "2027-03-01", to: "2027-03-01" });
  expect(spanOf({ startsOn: null, due: null })).toBeUndefined();
});

it("moves all days, or an end that stays on its side of the other", () => {
  const span = { from: "2027-02-27", to: "2027-03-01" };
  expect(shifted(span, "whole", 2)).toEqual({ from: "2027-03-01", to: "2027-03-03" });
  expect(shifted(span, "start", 9)).toEqual({ from: "2027-03-01", to: "2027-03-01" });
  expect(shifted(span, "end", -9)).toEqual({ from: "2027-02-27", to: "2027-02-27" });
  const press = (key: "ArrowLeft" | "ArrowUp" | "ArrowRight" | "End", withShift = false) =>
    stepped(span, { key, withShift });
  expect(press("ArrowLeft")).toEqual({ from: "2027-02-26", to: "2027-02-28" });
  expect(press("ArrowRight", true)).toEqual({ from: "2027-02-27", to: "2027-03-02" });
  expect(press("ArrowUp")).toEqual({ from: "2027-02-26", to: "2027-03-01" });
  expect(press("End")).toBeUndefined();
});

it("changes the dates that a task has when it is moved, and gives it both when it gets longer", () => {
  const dayIn = (task: Parameters<typeof changeOfSpan>[0], from: string, to: string) => {
    const { startsOn, dueDay } = changeOfSpan(task, { from, to })?.set ?? {};
    return [startsOn, dueDay?.date];
  };
  expect(dayIn(both, "2027-03-02", "2027-03-06")).toEqual(["2027-03-02", "2027-03-06"]);
  expect(dayIn(both, "2027-03-01", "2027-03-09")).toEqual([undefined, "2027-03-09"]);
  expect(changeOfSpan(both, { from: "2027-03-01", to: "2027-03-05" })).toBeUndefined();
  const dueOnly = { startsOn: null, due: due("2027-03-05") };
  expect(dayIn(dueOnly, "2027-03-07", "2027-03-07")).toEqual([undefined, "2027-03-07"]);
  expect(dayIn(dueOnly, "2027-03-05", "2027-03-08")).toEqual(["2027-03-05", "2027-03-08"]);
  const startOnly = { startsOn: "2027-03-05", due: null };
  expect(dayIn(startOnly, "2027-03-06", "2027-03-06")).toEqual(["2027-03-06", undefined]);
  expect(dayIn(startOnly, "2027-03-05", "2027-03-06")).toEqual([undefined, "2027-03-06"]);
  // Dropped on a day for the first time.
  expect(dayIn({ startsOn: null, due: null }, "2027-03-05", "2027-03-05")).toEqual([undefined, "2027-03-05"]);
});

it("never starts a task after its due date where that is on another day elsewhere", () => {
  const far = {
    startsOn: "2027-03-01",
    due: { date: "2027-03-05", clock: { time: "23:30", zone: "Pacific/Midway" } },
  };
  const { to } = spanOf(far)!;
  expect(to).toBe("2027-03-06");
  expect(changeOfSpan(far, { from: to, to })?.set).toEqual({ startsOn: "2027-03-05" });
});

it("finds the day at a place and the place of a day, and stays within what is drawn", () => {
  for (const zoom of ["day", "week", "month", "quarter"] as const) {
    const scale = scaleOf(zoom, "2027-03-15", ["2027-01-01", "2027-06-30", "2199-01-01"]);
    expect(scale.first.endsWith("-01")).toBe(true);
    // A task far ahead does not make it longer than three years.
    expect(scale.last).toBe("2030-03-14");
    expect(dayAt(scale, leftOf(scale, "2027-05-17") + 1)).toBe("2027-05-17");
    expect([dayAt(scale, -50), dayAt(scale, 1e9)]).toEqual([scale.first, scale.last]);
    const { upper, lower } = cellsBetween(scale, 1000, 2000);
    for (const cells of [upper, lower]) {
      expect(cells[0]!.left).toBeLessThanOrEqual(1000);
      expect(cells.at(-1)!.left + cells.at(-1)!.width).toBeGreaterThanOrEqual(2000);
      expect(cells.slice(1).map(({ left }) => left)).toEqual(
        cells.slice(0, -1).map(({ left, width }) => left + width),
      );
    }
  }
});

it("draws bars beyond the first and the last day at that edge, and takes hold of them there", () => {
  for (const zoom of ["day", "week", "month", "quarter"] as const) {
    const scale = scaleOf(zoom, "2027-03-15", ["2015-05-01", "2040-06-30"]);
    const [past, ahead] = [
      { from: "2015-05-01", to: "2015-05-09" },
      { from: "2040-06-29", to: "2040-06-30" },
    ];
    expect(barOf(scale, past)).toMatchObject({ left: 0, beyond: "before" });
    const { left, width, beyond } = barOf(scale, ahead);
    expect([left + width, beyond]).toEqual([scale.width, "after"]);
    // All of it, but for what is cut off at both ends.
    expect(barOf(scale, { from: past.from, to: ahead.to })).toEqual({ left: 0, width: scale.width });
    // Also the last day has a bar that is wide enough to be seen.
    const end = barOf(scale, { from: scale.last, to: scale.last });
    expect([end.left + end.width, end.width >= 8]).toEqual([scale.width, true]);
    expect(spanAtEdge(scale, past).to).toBe(scale.first);
    expect(spanAtEdge(scale, ahead)).toMatchObject({ from: scale.last });
    const near = { from: "2027-03-01", to: "2027-03-05" };
    expect(spanAtEdge(scale, near)).toEqual(near);
  }
});
