import type { Card } from "@atoll/contract/cards/schemas";
import { expect, test } from "vitest";
import { addDays, daysApart, mondayOf, monthOf, weekNumber } from "../data/days.ts";
import { stackBars } from "./stack-bars.ts";

const card = (title: string, starts: string | null, dueOn: string | null) =>
  ({ title, dueOn, data: starts === null ? {} : { starts_on: starts } }) as unknown as Card;
const stack = (...cards: Card[]) =>
  stackBars(cards, "starts_on", "2026-11-16", 28).map(({ card: { title }, from, length, row }) => [
    title,
    from,
    length,
    row,
  ]);

test("bars that overlap get rows of their own, and a row is used again once it is free", () => {
  expect(
    stack(
      card("A", "2026-11-16", "2026-11-19"),
      card("B", "2026-11-18", "2026-11-20"),
      card("C", "2026-11-20", "2026-11-20"),
    ),
  ).toEqual([
    ["A", 0, 4, 0],
    ["B", 2, 3, 1],
    ["C", 4, 1, 0],
  ]);
});

test("bars are cut at the edges of the span, and cards without days are left out", () => {
  expect(
    stack(
      card("Long", "2026-10-01", "2027-01-01"),
      card("No days", null, null),
      card("Due only", null, "2026-11-17"),
      card("Backwards", "2026-11-20", "2026-11-18"),
      card("Past", "2026-11-01", "2026-11-02"),
    ),
  ).toEqual([
    ["Long", 0, 28, 0],
    ["Due only", 1, 1, 1],
    ["Backwards", 4, 1, 1],
  ]);
});

test("days, weeks and months are counted by the calendar", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(mondayOf("2026-11-22")).toBe("2026-11-16");
  expect(mondayOf("2026-11-16")).toBe("2026-11-16");
  expect(monthOf("2026-11-20", 2)).toBe("2027-01-01");
  expect(daysApart("2026-03-28", "2026-03-30")).toBe(2);
  expect([weekNumber("2026-11-16"), weekNumber("2020-12-28"), weekNumber("2024-12-30")]).toEqual([47, 53, 1]);
});
