// @vitest-environment jsdom
import type { CanvasElement } from "@atoll/contract/documents/canvas";
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CanvasItem } from "./board-canvas.ts";
import { useFlowItems } from "./use-flow-items.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function note(id: string, x: number, color = "sun"): CanvasItem {
  const element = {
    kind: "note",
    at: [x, 0],
    size: [132, 114],
    text: "",
    stack: 0,
    frame: null,
    group: null,
  };
  return { id, element: { ...element, color } as CanvasElement, authorId: null };
}
const board = (...items: CanvasItem[]) => new Map(items.map((item) => [item.id, item]));
const [one, other] = [note("one", 0), note("other", 0)];

function watch() {
  const first = { items: board(one, other), own: {} };
  const { result, rerender } = renderHook(({ items, own }) => useFlowItems(items, own), {
    initialProps: first,
  });
  return { first, result, rerender };
}

test("places that others change come in together, after a moment", () => {
  const { first, result, rerender } = watch();
  rerender({ ...first, items: board(note("one", 50), other) });
  act(() => vi.advanceTimersByTime(400));
  const last = board(note("one", 50), note("other", 70));
  rerender({ ...first, items: last });
  expect(result.current[0]).toBe(first.items);
  act(() => vi.advanceTimersByTime(400));
  expect(result.current[0]).toBe(last);
});

test.each([
  ["another color", board(note("one", 0, "sea"), other)],
  ["a new element", board(one, other, note("third", 0))],
  ["a deleted element", board(one)],
])("%s is drawn at once", (_what, items) => {
  const { first, result, rerender } = watch();
  rerender({ ...first, items });
  expect(result.current[0]).toBe(items);
});

test("applies the viewer's own moves at once", () => {
  const { result, rerender } = watch();
  const items = board(note("one", 50), other);
  rerender({ items, own: {} });
  expect(result.current[0]).toBe(items);
});

test("shows pending items on a press, and collects later ones again", () => {
  const { first, result, rerender } = watch();
  const items = board(note("one", 50), other);
  rerender({ ...first, items });
  act(() => result.current[1]());
  expect(result.current[0]).toBe(items);
  rerender({ ...first, items: board(note("one", 90), other) });
  expect(result.current[0]).toBe(items);
});
