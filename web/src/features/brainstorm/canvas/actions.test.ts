import type { CanvasElement } from "@atoll/contract/documents/canvas";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { createBoardActions } from "./actions.ts";
import { openBoardCanvas } from "./board-canvas.ts";
import { noteSize } from "./geometry.ts";

const frame = (at: [number, number], size: [number, number]): CanvasElement => ({
  kind: "frame",
  at,
  size,
  color: "lagoon",
  text: "Group",
  stack: -1,
  frame: null,
  group: null,
});

function openBoard() {
  const canvas = openBoardCanvas(new Y.Doc(), "viewer");
  const actions = createBoardActions({
    board: () => {
      throw new Error("the server is not asked");
    },
    canvas,
    cache: { keepBoard() {}, refetchBoard() {}, keepVotes() {}, changePrivateNotes() {}, refetchNotes() {} },
    votes: () => [],
    middle: () => [0, 0],
  });
  const frameOf = (id: string) => canvas.getSnapshot().items.get(id)?.element.frame;
  const noteAt = (x: number, y: number) => actions.addNote({ text: "Words", frameId: null, at: [x, y] });
  return { canvas, actions, frameOf, noteAt };
}

test("a frame that is put around notes takes them in, as one step of undo, and leaves those of other frames", () => {
  const { canvas, actions, frameOf, noteAt } = openBoard();
  const [inside, outside] = [noteAt(10, 40), noteAt(900, 40)];
  const first = actions.addElement(frame([0, 0], [400, 300]));
  expect([frameOf(inside), frameOf(outside)]).toEqual([first, null]);
  actions.addElement(frame([0, 0], [800, 600]));
  expect(frameOf(inside)).toBe(first);
  canvas.undo();
  canvas.undo();
  expect(frameOf(inside)).toBeNull();
});

test("a frame takes in notes when it is made larger, or moved over them", () => {
  const { actions, frameOf, noteAt } = openBoard();
  const [near, far] = [noteAt(500, 40), noteAt(2000, 40)];
  const id = actions.addElement(frame([0, 0], [400, 300]));
  actions.move(new Map([[id, { at: [0, 0], size: [800, 300] }]]));
  expect([frameOf(near), frameOf(far)]).toEqual([id, null]);
  actions.move(new Map([[id, { at: [1900, 0] }]]));
  expect(frameOf(far)).toBe(id);
});

test("several notes are added side by side, without covering any", () => {
  const { canvas, actions, noteAt } = openBoard();
  noteAt(0, 0);
  actions.addNotes({ texts: Array.from({ length: 200 }, (_, index) => `Line ${index}`), frameId: null });
  const boxes = [...canvas.getSnapshot().items.values()].map(({ element }) => element.at);
  const covers = ([x, y]: readonly [number, number], [otherX, otherY]: readonly [number, number]) =>
    Math.abs(x - otherX) < noteSize[0] && Math.abs(y - otherY) < noteSize[1];
  expect(boxes).toHaveLength(201);
  expect(boxes.filter((one, index) => boxes.slice(0, index).some((other) => covers(one, other)))).toEqual([]);
  canvas.undo();
  expect(canvas.getSnapshot().items.size).toBe(1);
});
