import { expect, it } from "vitest";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays } from "../../../lib/time/wall-time.ts";
import { duePartOf } from "../data/due-part.ts";
import { changeToGroup, withEmptyGroups } from "./group-change.ts";

const byDue = { group: "due" } as const;
const dragged = (value: string | null, now: Date, due = null) =>
  changeToGroup({ due }, byDue, { value, person: null }, now);

it("brings a task into the group of due dates that it is dropped on, on every day of a week", () => {
  for (let day = 0; day < 7; day += 1) {
    const now = new Date(2026, 10, 22 + day, 9);
    const groups = withEmptyGroups([], byDue, now);
    expect(groups.map(({ value }) => value)).toEqual(
      day === 6 ? ["today", "later", "none"] : ["today", "week", "later", "none"],
    );
    for (const { value } of groups) {
      const due = dragged(value, now)!.set.due!;
      expect(duePartOf({ status: "todo", due: due && { date: due.date, clock: null } }, now)).toBe(value);
    }
  }
});

it("keeps the time of day, and refuses what no date can mean", () => {
  const now = new Date(2026, 10, 26, 9);
  const clock = { time: "16:00", zone: "UTC" };
  const task = { due: { date: "2026-11-02", clock } };
  const moved = changeToGroup(task, byDue, { value: "today", person: null }, now);
  expect(moved!.set.due).toEqual({ date: dayOf(now), clock });
  expect(changeToGroup(task, byDue, { value: "later", person: null }, now)!.set.due!.date).toBe(
    addDays(dayOf(now), 4),
  );
  for (const value of ["overdue", "finished"]) expect(dragged(value, now)).toBeUndefined();
});

it("sets what the list is grouped by", () => {
  const now = new Date();
  const to = (group: "status" | "priority" | "assignee" | "none", value: string | null) =>
    changeToGroup({ due: null }, { group }, { value, person: null }, now)?.set;
  expect(to("status", "in_review")).toEqual({ status: "in_review" });
  expect(to("priority", "low")).toEqual({ priority: "low" });
  expect(to("assignee", null)).toEqual({ assignee: null });
  expect(to("none", null)).toBeUndefined();
});
