import { dueOnDay } from "@atoll/contract/tasks/due";
import { expect, it } from "vitest";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays, ownTimeZone } from "../../../lib/time/wall-time.ts";
import { duePartOf } from "../data/due-part.ts";
import { changeToGroup, withEmptyGroups } from "./group-change.ts";

const byDue = { group: "due" } as const;
const dragged = (value: string | null, now: Date) =>
  changeToGroup(byDue, { value, person: null, state: null }, now);

it("moves a task into the due date group that it is dropped on, on every day of a week", () => {
  for (let day = 0; day < 7; day += 1) {
    const now = new Date(2026, 10, 22 + day, 9);
    const groups = withEmptyGroups([], byDue, now);
    expect(groups.map(({ value }) => value)).toEqual(
      day === 6 ? ["today", "later", "none"] : ["today", "week", "later", "none"],
    );
    for (const { value } of groups) {
      const { dueDay } = dragged(value, now)!.set;
      const due = dueDay ? dueOnDay(null, dueDay) : null;
      expect(duePartOf({ status: "todo", due }, now)).toBe(value);
    }
  }
});

it("moves tasks to a day with their own time of day, and refuses what no date can mean", () => {
  const now = new Date(2026, 10, 26, 9);
  const today = { date: dayOf(now), zone: ownTimeZone() };
  const { set } = dragged("today", now)!;
  expect(set).toEqual({ dueDay: today });
  const clocks = [{ time: "16:00", zone: ownTimeZone() }, { time: "09:30", zone: ownTimeZone() }, null];
  for (const clock of clocks) {
    const due = dueOnDay({ date: "2026-11-02", clock }, set.dueDay!);
    expect(due).toEqual({ date: today.date, clock });
  }
  expect(dragged("later", now)!.set.dueDay!.date).toBe(addDays(today.date, 4));
  for (const value of ["overdue", "finished"]) expect(dragged(value, now)).toBeUndefined();
});

it("sets what the list is grouped by", () => {
  const now = new Date();
  const to = (group: "status" | "priority" | "assignee" | "none", value: string | null) =>
    changeToGroup({ group }, { value, person: null, state: null }, now)?.set;
  expect(to("status", "in_review")).toEqual({ status: "in_review" });
  expect(to("priority", "low")).toEqual({ priority: "low" });
  expect(to("assignee", null)).toEqual({ assignee: null });
  expect(to("none", null)).toBeUndefined();
});

it("offers every open cycle as a group to drop on, and nothing that has ended", () => {
  const now = new Date();
  const byCycle = { group: "cycle" } as const;
  const cycle = (id: string, isEnded: boolean) => ({
    ...{ id, name: `Cycle ${id}`, startsOn: "2026-11-23", endsOn: "2026-12-06", isEnded },
  });
  const former = cycle("7", true);
  const rest = { person: null, state: null, total: 1, items: [], nextCursor: null };
  const shown = [{ ...rest, value: "7", cycle: former }];
  const groups = withEmptyGroups(shown, byCycle, now, [cycle("8", false), cycle("9", false), former]);
  expect(groups.map(({ value }) => value)).toEqual(["8", "9", "7", null]);
  const changes = groups.map((group) => changeToGroup(byCycle, group, now)?.set.cycleId);
  expect(changes).toEqual(["8", "9", undefined, null]);
  // Without cycles, nothing is added.
  expect(withEmptyGroups(shown, byCycle, now)).toBe(shown);
});
