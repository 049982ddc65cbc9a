import { expect, test } from "vitest";
import { taskPriorities } from "./limits.ts";
import { changeToQuadrant, quadrantOf, taskQuadrants } from "./quadrants.ts";

const view = { zone: "UTC", urgentDays: 3, now: new Date("2026-11-26T09:00:00Z") };
const dues = [null, { date: "2026-11-26", clock: null }, { date: "2026-12-24", clock: null }];

test("a new task without a date is not in the quadrant to drop", () => {
  const added = { priority: "medium", due: null, isUrgent: null } as const;
  expect(quadrantOf(added, view)).toBe("schedule");
  expect(quadrantOf({ ...added, priority: "low" }, view)).toBe("drop");
  expect(quadrantOf({ ...added, isUrgent: false }, view)).toBe("drop");
  expect(changeToQuadrant(added, "drop", view)).toEqual({ priority: "low" });
});

test("every task arrives in the quadrant that it is moved to", () => {
  for (const priority of taskPriorities)
    for (const due of dues)
      for (const isUrgent of [null, true, false])
        for (const quadrant of taskQuadrants) {
          const task = { priority, due, isUrgent };
          expect(quadrantOf({ ...task, ...changeToQuadrant(task, quadrant, view) }, view)).toBe(quadrant);
        }
});
