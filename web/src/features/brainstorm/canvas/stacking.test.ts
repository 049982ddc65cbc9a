import type { CanvasElement } from "@atoll/contract/documents/canvas";
import { expect, test } from "vitest";
import type { CanvasItem } from "./board-canvas.ts";
import { stackChanges } from "./stacking.ts";

const element = (kind: "note" | "frame", stack: number): CanvasElement => ({
  kind,
  at: [0, 0],
  size: [100, 100],
  color: "sun",
  text: "",
  stack,
  frame: null,
  group: null,
});
const board = (...stacks: [id: string, stack: number, kind?: "note" | "frame"][]) =>
  new Map<string, CanvasItem>(
    stacks.map(([id, stack, kind = "note"]) => [id, { id, element: element(kind, stack), authorId: null }]),
  );
/** The ids from the lowest to the highest, once the changes are made. */
function orderAfter(
  items: ReadonlyMap<string, CanvasItem>,
  changes: ReturnType<typeof stackChanges>,
): string {
  const stackOf = (id: string) => (changes.get(id)?.stack ?? items.get(id)?.element.stack ?? 0) as number;
  return [...items.keys()].toSorted((a, b) => stackOf(a) - stackOf(b) || (a < b ? -1 : 1)).join("");
}

test("puts elements above or below all others, in the order they have", () => {
  const items = board(["a", 0], ["b", 0], ["c", 3], ["d", 3]);
  expect(orderAfter(items, stackChanges(items, new Set(["c", "a"]), "front"))).toBe("bdac");
  expect(orderAfter(items, stackChanges(items, new Set(["d", "b"]), "back"))).toBe("bdac");
  expect(stackChanges(items, new Set(["a", "b", "c", "d"]), "front").size).toBe(0);
});

test("orders frames among themselves", () => {
  const items = board(["f", 0, "frame"], ["g", 1, "frame"], ["n", 500]);
  expect(stackChanges(items, new Set(["f"]), "front")).toEqual(new Map([["f", { stack: 2 }]]));
});

test("numbers all elements again before an element could cover what is being moved", () => {
  const items = board(["a", 8_999], ["b", 1_000_000], ["c", 0]);
  const changes = stackChanges(items, new Set(["c"]), "front");
  expect(orderAfter(items, changes)).toBe("abc");
  for (const { stack } of changes.values()) expect(Math.abs(stack as number)).toBeLessThan(9_000);
});
