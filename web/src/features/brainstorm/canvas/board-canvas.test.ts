import type { CanvasElement } from "@atoll/contract/documents/canvas";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { openBoardCanvas } from "./board-canvas.ts";

const ana = "0198f000-0000-7000-8000-0000000000aa";
const noteId = "0198f000-0000-7000-8000-000000000001";
const note: CanvasElement = {
  kind: "note",
  at: [0, 0],
  size: [132, 114],
  color: "sun",
  text: "",
  stack: 0,
  frame: null,
  group: null,
};

/** Two pages that hear each other at once. */
function twoPages() {
  const [one, two] = [new Y.Doc(), new Y.Doc()];
  one.on(
    "update",
    (update: Uint8Array, origin: unknown) => origin !== two && Y.applyUpdate(two, update, one),
  );
  two.on(
    "update",
    (update: Uint8Array, origin: unknown) => origin !== one && Y.applyUpdate(one, update, two),
  );
  return { one, two, first: openBoardCanvas(one, ana), second: openBoardCanvas(two, "somebody else") };
}
const elementIn = (canvas: ReturnType<typeof openBoardCanvas>) =>
  canvas.getSnapshot().items.get(noteId)?.element;

test("attributes a new element to the viewer until the server sends its author", () => {
  const { one, first, second } = twoPages();
  first.add([{ id: noteId, element: note }]);
  expect(first.getSnapshot().items.get(noteId)?.authorId).toBe(ana);
  expect(second.getSnapshot().items.get(noteId)?.authorId).toBeNull();
  one.getMap("authors").set(noteId, "another-author");
  expect(first.getSnapshot().items.get(noteId)?.authorId).toBe("another-author");
});

test("undo keeps a later move by another person", () => {
  const { first, second } = twoPages();
  first.add([{ id: noteId, element: note }]);
  first.change(new Map([[noteId, { at: [50, 50] }]]));
  second.change(new Map([[noteId, { at: [300, 300] }]]));
  first.undo();
  expect(elementIn(first)?.at).toEqual([300, 300]);
  first.undo();
  expect(elementIn(second)?.at).toEqual([300, 300]);
});

test("makes each gesture, and continuous typing, one undo step", () => {
  const { first } = twoPages();
  first.add([{ id: noteId, element: note }]);
  first.change(new Map([[noteId, { at: [10, 0] }]]));
  first.beginText();
  for (const text of ["c", "co", "coral"]) first.setText(noteId, text);
  first.endText();
  first.change(new Map([[noteId, { at: [20, 0] }]]));
  first.undo();
  expect(elementIn(first)).toMatchObject({ at: [10, 0], text: "coral" });
  first.undo();
  expect(elementIn(first)).toMatchObject({ at: [10, 0], text: "" });
  first.undo();
  expect(elementIn(first)?.at).toEqual([0, 0]);
  first.redo();
  expect(elementIn(first)?.at).toEqual([10, 0]);
});

test("keeps both people's text when two type into one note", () => {
  const { first, second } = twoPages();
  first.add([{ id: noteId, element: { ...note, text: "reef" } }]);
  first.setText(noteId, "the reef");
  second.setText(noteId, "the reef 🐠");
  first.setText(noteId, "the reef 🐡");
  expect(elementIn(second)?.text).toBe("the reef 🐡");
});

test("keeps the object of an unchanged element, and ignores other fields", () => {
  const { one, first } = twoPages();
  first.add([{ id: noteId, element: note }]);
  const before = first.getSnapshot().items.get(noteId);
  const stranger = new Y.Map<unknown>();
  stranger.set("kind", "hologram");
  one.getMap("elements").set("0198f000-0000-7000-8000-000000000002", stranger);
  expect(first.getSnapshot().items.size).toBe(1);
  expect(first.getSnapshot().items.get(noteId)).toBe(before);
});
