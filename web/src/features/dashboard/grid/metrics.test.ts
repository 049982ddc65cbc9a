import { expect, test } from "vitest";
import { freePlace, withoutEmptyRows } from "./metrics.ts";

const card = (id: string, x: number, y: number, w: number, h: number) => ({ id, x, y, w, h });
const emptyAre =
  (...ids: string[]) =>
  (one: { id: string }) =>
    ids.includes(one.id);

test("cards move up over the rows that only empty cards have", () => {
  const cards = [card("news", 0, 0, 6, 5), card("tasks", 6, 0, 6, 4), card("activity", 0, 5, 12, 5)];
  expect(withoutEmptyRows(cards, emptyAre("news", "tasks"))).toEqual([
    card("news", 0, 0, 6, 3),
    card("tasks", 6, 0, 6, 3),
    card("activity", 0, 3, 12, 5),
  ]);
});

test("an empty card stays as high as the one next to it, and gaps between cards go", () => {
  const cards = [card("news", 0, 0, 6, 4), card("tasks", 6, 0, 6, 4), card("chat", 0, 6, 6, 2)];
  expect(withoutEmptyRows(cards, emptyAre("tasks"))).toEqual([
    ...cards.slice(0, 2),
    card("chat", 0, 4, 6, 2),
  ]);
  expect(withoutEmptyRows([], emptyAre())).toEqual([]);
});

test("a new card stands in the first place that is wide and high enough, and else below all others", () => {
  const cards = [card("news", 0, 0, 6, 3), card("tasks", 6, 0, 4, 3), card("chat", 0, 3, 6, 4)];
  expect(freePlace(cards, { w: 4, h: 3 })).toEqual({ x: 6, y: 3, w: 4, h: 3 });
  expect(freePlace(cards, { w: 2, h: 3 })).toEqual({ x: 10, y: 0, w: 2, h: 3 });
  expect(freePlace(cards, { w: 12, h: 1 })).toEqual({ x: 0, y: 7, w: 12, h: 1 });
  expect(freePlace([], { w: 4, h: 3 })).toEqual({ x: 0, y: 0, w: 4, h: 3 });
});
