import { expect, it } from "vitest";
import { countWords } from "./day-and-count.ts";

it("counts events, and names the tasks that are due apart", () => {
  const of = (events: number, due: number) =>
    countWords([...Array(events).fill({ isDue: false }), ...Array(due).fill({ isDue: true })]);
  expect([of(0, 0), of(1, 0), of(2, 1), of(0, 2)]).toEqual([
    "0 events",
    "1 event",
    "2 events, 1 task due",
    "0 events, 2 tasks due",
  ]);
});
