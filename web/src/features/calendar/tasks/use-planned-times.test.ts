import { expect, it } from "vitest";
import type { CalendarRange } from "../data/use-calendar.ts";
import { plannedTimes } from "./use-planned-times.ts";

it("returns the next planned time of each task, and no past ones", () => {
  const at = (eventId: string, hour: number) => ({
    eventId,
    startsAt: `2026-11-26T${hour}:00:00.000Z`,
    endsAt: `2026-11-26T${hour + 1}:00:00.000Z`,
  });
  const range = {
    occurrences: [at("over", 10), at("later", 16), at("soon", 14), at("meeting", 15), at("now", 12)],
    events: {
      over: { taskId: "a" },
      later: { taskId: "b" },
      soon: { taskId: "b" },
      meeting: { taskId: null },
      now: { taskId: "c" },
    },
  } as unknown as CalendarRange;
  const times = plannedTimes(range, new Date("2026-11-26T12:30:00.000Z"));
  expect([...times]).toEqual([
    ["b", "2026-11-26T14:00:00.000Z"],
    ["c", "2026-11-26T12:00:00.000Z"],
  ]);
  expect(plannedTimes(undefined, new Date()).size).toBe(0);
});
