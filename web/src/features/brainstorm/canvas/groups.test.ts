import type { CanvasElement } from "@atoll/contract/documents/canvas";
import { expect, test } from "vitest";
import * as Y from "yjs";
import type { CanvasItem } from "./board-canvas.ts";
import { frameAt, freePlace } from "./geometry.ts";
import { groupNotes, nearestNote } from "./groups.ts";
import { replaceText } from "./notes/replace-text.ts";

function element(id: string, kind: "note" | "frame", at: [number, number], more: object = {}): CanvasItem {
  const size = kind === "frame" ? [320, 260] : [132, 114];
  const whole = { kind, at, size, color: "sun", text: "", stack: 0, frame: null, group: null, ...more };
  return { id, authorId: null, element: whole as unknown as CanvasElement } as CanvasItem;
}
const itemsOf = (...all: CanvasItem[]) => new Map(all.map((item) => [item.id, item]));
const readingOrder = (items: Map<string, CanvasItem>) =>
  groupNotes(items).map(({ name, notes }) => [name, notes.map(({ id }) => id).join("")]);

test("notes of one row are read from left to right, wherever on the canvas the row is", () => {
  for (const top of [-61, -1, 0, 58, 59, 119, 1_000])
    expect(
      readingOrder(
        itemsOf(
          element("b", "note", [300, top]),
          element("a", "note", [0, top + 2]),
          element("c", "note", [600, top + 40]),
          element("d", "note", [0, top + 120]),
        ),
      ),
    ).toEqual([["No group", "abcd"]]);
});

test("groups notes under their frame, and those without a frame last", () => {
  const items = itemsOf(
    element("late", "frame", [400, 3], { text: " Later " }),
    element("soon", "frame", [0, 0]),
    element("x", "note", [10, 40], { frame: "soon" }),
    element("y", "note", [410, 40], { frame: "late" }),
    element("z", "note", [900, 0], { frame: "deleted" }),
  );
  expect(readingOrder(items)).toEqual([
    ["Unnamed group", "x"],
    ["Later", "y"],
    ["No group", "z"],
  ]);
  expect(readingOrder(itemsOf())).toEqual([["No group", ""]]);
  expect(nearestNote(items, { x: 420, y: 60 })).toBe("y");
  expect(nearestNote(itemsOf(), { x: 0, y: 0 })).toBeNull();
});

test("a new note finds a free place in its frame, and is then in that frame", () => {
  const frame = element("f", "frame", [0, 0]);
  const items = itemsOf(frame);
  for (let index = 0; index < 4; index += 1) {
    const [x, y] = freePlace(items, frame, [0, 0]);
    expect(frameAt({ x, y, width: 132, height: 114 }, items.values())).toBe(index < 4 ? "f" : null);
    items.set(`n${index}`, element(`n${index}`, "note", [x, y]));
  }
  const places = [...items.values()].map(({ element: { at } }) => at.join());
  expect(new Set(places).size).toBe(places.length);
});

test("replacing a text keeps another person's typing, and splits no character", () => {
  const cases: [before: string, next: string][] = [
    ["Move the crane", "Move a crane"],
    ["aaa", "aa"],
    ["🛶🚣", "🛶⛵"],
    ["😀", "😁"],
    ["😀😀", "😀"],
    ["a😀b", "ab"],
    ["ab", "a😀b"],
    ["same", "same"],
  ];
  for (const [before, next] of cases) {
    const mine = new Y.Doc();
    const text = mine.getText("text");
    text.insert(0, before);
    const other = new Y.Doc();
    // Two texts at one place are in the order of these numbers.
    [mine.clientID, other.clientID] = [1, 2];
    Y.applyUpdate(other, Y.encodeStateAsUpdate(mine));
    other.getText("text").insert(before.length, "!");
    replaceText(text, next);
    expect(text.toString()).toBe(next);
    expect(text.toString().isWellFormed()).toBe(true);
    Y.applyUpdate(mine, Y.encodeStateAsUpdate(other));
    expect(text.toString()).toBe(`${next}!`);
    expect(text.toString().isWellFormed()).toBe(true);
  }
});
