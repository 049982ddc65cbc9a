import { expect, test } from "vitest";
import { withoutEmptyRows } from "./metrics.ts";

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
