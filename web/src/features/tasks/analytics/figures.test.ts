import type { TaskAnalytics } from "@atoll/contract/tasks/analytics";
import { taskSearch } from "@atoll/contract/tasks/list-search";
import { describe, expect, it } from "vitest";
import { readPeriod } from "../../../ui/field/dates/period.ts";
import { duringQuery, duringWords, isDuring } from "../data/during.ts";
import {
  byDepartment,
  createdAndDone,
  durationInWords,
  listAddress,
  placeOf,
  statusFlow,
  timesTaken,
} from "./figures.ts";

const [from, before] = ["2026-11-02T00:00:00.000Z", "2026-11-09T00:00:00.000Z"];

describe("the address of a list", () => {
  const to = listAddress({ departments: [], tags: ["quay", "pier"] });
  const said = (address: string) => Object.fromEntries(new URL(address, "http://a").searchParams);

  it("says what a figure counts, and the list asks the server for just that", () => {
    const counted = {
      from,
      before,
      lead: { bins: [{ from: 0, before: 86_400, count: 3 }] },
    } as TaskAnalytics;
    const address = timesTaken(counted, "lead", to).rows[0]!.links!.tasks!;
    expect(said(address)).toEqual({
      view: "list",
      department: "all",
      tag: "quay,pier",
      status: "all",
      done: `${from}~${before}`,
      lead: "0~86400",
    });
    const during = taskSearch.read(said(address));
    expect(duringQuery(during)).toEqual({
      doneFrom: from,
      doneBefore: before,
      leadFrom: 0,
      leadBefore: 86_400,
    });
  });

  it("filters tasks without a department", () => {
    const counted = { from, before, departments: [{ department: null, open: 18, done: 2 }] };
    const [row] = byDepartment(counted as unknown as TaskAnalytics, to).rows;
    expect(row).toMatchObject({ label: "No department", values: { open: 18, done: 2 } });
    expect(taskSearch.read(said(row!.links!.all!)).departments).toEqual(["none"]);
  });

  it("contains the status and the moment of a layer of the flow chart", () => {
    const step = { day: "2026-11-02", from, before, created: 1, done: 2 };
    const counted = {
      from,
      unit: "week",
      steps: [{ ...step, open: { todo: 1, in_progress: 2, in_review: 3 } }],
    };
    const [row] = statusFlow(counted as TaskAnalytics, to).rows;
    expect(row!.values).toEqual({ done: 2, todo: 1, in_progress: 2, in_review: 3 });
    const during = taskSearch.read(said(row!.links!.in_review!));
    expect(duringQuery(during)).toMatchObject({ was: "in_review", wasAt: before });
    expect(duringWords("was", during.was!)).toMatch(/^In Review at the end of/);
  });
});

it("marks only an unfinished period as such", () => {
  const ends = [from, before];
  const steps = ends.map((end) => ({ day: "2026-11-02", from, before: end, created: 1, done: 2 }));
  const counted = { asOf: from, unit: "week", steps } as TaskAnalytics;
  const { rows } = createdAndDone(counted, () => "/tasks");
  expect(rows.map(({ isSoFar }) => isSoFar)).toEqual([false, true]);
  expect(rows[1]!.label).toMatch(/^Week of .+, so far$/);
});

it("ignores invalid values in an address", () => {
  const search = { created: "yesterday~", done: 5, lead: "1~2~3", cycle: "-1~", was: `done~${from}` };
  expect(duringQuery(taskSearch.read(search))).toEqual({});
});

it("groups a task by the values known in the browser", () => {
  const task = { createdAt: from, completedAt: null } as Parameters<typeof isDuring>[0];
  expect(isDuring(task, { created: `${from}~${before}` })).toBe(true);
  expect(isDuring(task, { created: `${before}~` })).toBe(false);
  expect(isDuring(task, { done: "~" })).toBe(false);
  expect(isDuring(task, { was: `todo~${before}` })).toBeUndefined();
});

it("a period is whole weeks up to today, or from one day to another", () => {
  expect(readPeriod(undefined, "2026-11-22")).toEqual({ value: "12w", from: "2026-08-31", to: "2026-11-22" });
  expect(readPeriod("4w", "2026-11-23")).toMatchObject({ from: "2026-11-02" });
  expect(readPeriod("2026-01-01~2026-02-28", "2026-11-22")).toMatchObject({ to: "2026-02-28" });
  for (const wrong of ["2026-02-28~2026-01-01", "2026-02-31~2026-03-01", "1990-01-01~2026-01-01", 7])
    expect(readPeriod(wrong, "2026-11-22").value).toBe("12w");
});

it("counts a duration in its bin, and names it in words", () => {
  const times = {
    count: 3,
    p50: null,
    p85: null,
    bins: [
      { from: 0, before: 100, count: 1 },
      { from: 100, before: 300, count: 1 },
      { from: 300, before: null, count: 1 },
    ],
  };
  expect([0, 50, 200, 5000].map((seconds) => placeOf(times, seconds))).toEqual([0, 0.5, 1.5, 2.5]);
  expect([null, 30, 5 * 3600, 86_400, 3.44 * 86_400].map(durationInWords)).toEqual([
    "–",
    "1 min",
    "5 h",
    "1 day",
    "3.4 days",
  ]);
});
