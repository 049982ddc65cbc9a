import type { CanvasElement } from "@atoll/contract/documents/canvas";
import { canvasMaxElements } from "@atoll/contract/documents/canvas-limits";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { createBoardActions } from "./actions.ts";
import { openBoardCanvas } from "./board-canvas.ts";
import { copyElements } from "./clipboard/copied-elements.ts";
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
    mayWrite: () => true,
    canvas,
    cache: {
      setCachedBoard() {},
      refetchBoard() {},
      keepVotes() {},
      changePrivateNotes() {},
      refetchNotes() {},
      keepReactions() {},
    },
    votes: () => [],
    notes: () => new Map(),
    viewerId: "viewer",
    middle: () => [0, 0],
  });
  const frameOf = (id: string) => canvas.getSnapshot().items.get(id)?.element.frame;
  const noteAt = (x: number, y: number) => actions.addNote({ text: "Words", frameId: null, at: [x, y] });
  return { canvas, actions, frameOf, noteAt };
}

test("a frame drawn around notes includes them as one undo step, except notes of other frames", () => {
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

test("a frame includes notes when it is enlarged or moved over them", () => {
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

test("adds copies as one step of undo, in the frame that they are put into", () => {
  const { canvas, actions, frameOf, noteAt } = openBoard();
  const [one, other] = [noteAt(900, 40), noteAt(1100, 40)];
  const id = actions.addElement(frame([0, 0], [400, 300]));
  const [first, second] = actions.addCopies(
    copyElements(canvas.getSnapshot().items, [one, other]),
    [-880, 0],
  );
  expect([frameOf(first ?? ""), frameOf(second ?? "")]).toEqual([id, id]);
  expect(canvas.getSnapshot().items.size).toBe(5);
  canvas.undo();
  expect([...canvas.getSnapshot().items.keys()]).toEqual([one, other, id]);
});

test("a copied frame includes loose notes where it is put, and undo gives them back", () => {
  const { canvas, actions, frameOf, noteAt } = openBoard();
  const id = actions.addElement(frame([0, 0], [400, 300]));
  const loose = noteAt(1000, 100);
  const [copied] = actions.addCopies(copyElements(canvas.getSnapshot().items, [id]), [900, 0]);
  expect(frameOf(loose)).toBe(copied);
  canvas.undo();
  expect(frameOf(loose)).toBeNull();
});

test("a duplicate in a full frame makes the frame larger in the same step", () => {
  const { canvas, actions } = openBoard();
  const id = actions.addElement(frame([0, 0], [400, 160]));
  const note = actions.addNote({ text: "Words", frameId: id });
  const heightOf = () => {
    const element = canvas.getSnapshot().items.get(id)?.element;
    return element?.kind === "frame" ? element.size[1] : 0;
  };
  actions.duplicate([note]);
  expect(heightOf()).toBeGreaterThan(160);
  canvas.undo();
  expect([heightOf(), canvas.getSnapshot().items.size]).toEqual([160, 2]);
});

test("adds no copies past the number of elements that a board can hold", () => {
  const { canvas, actions } = openBoard();
  const ids = actions.addNotes({
    texts: Array.from({ length: canvasMaxElements - 1 }, () => "x"),
    frameId: null,
  });
  expect(actions.duplicate(ids.slice(0, 2))).toEqual([]);
  expect(canvas.getSnapshot().items.size).toBe(canvasMaxElements - 1);
  expect(actions.duplicate(ids.slice(0, 1))).toHaveLength(1);
});

test("gives a colour or a form only to elements that have one", () => {
  const { canvas, actions, noteAt } = openBoard();
  const note = noteAt(0, 0);
  const image = actions.addElement({
    kind: "image",
    at: [0, 0],
    size: [10, 10],
    fileId: note,
    text: "Pier",
    stack: 0,
    frame: null,
    group: null,
  });
  actions.change([note, image], { color: "coral" });
  actions.change([note, image], { form: "diamond" });
  const { items } = canvas.getSnapshot();
  expect(items.get(note)?.element).toMatchObject({ color: "coral" });
  expect(items.get(image)?.element.text).toBe("Pier");
});

describe("a frame that is full", () => {
  function full() {
    const board = openBoard();
    const { actions, canvas } = board;
    const upper = actions.addElement(frame([0, 0], [300, 170]));
    const lower = actions.addElement(frame([0, 190], [300, 170]));
    const inLower = actions.addNote({ text: "Words", frameId: lower });
    const arrow = actions.addElement({
      kind: "arrow",
      at: [0, 400],
      from: { point: [0, 20] },
      to: { point: [0, 400] },
      color: "sun",
      text: "",
      stack: 0,
      frame: null,
      group: null,
    });
    const elementOf = (id: string) => canvas.getSnapshot().items.get(id)?.element;
    const boxes = () =>
      [...canvas.getSnapshot().items.values()].flatMap(({ element }) =>
        element.kind === "arrow" ? [] : [[element.at, element.size]],
      );
    /** Everything in the frame is above its lower edge, and the lower frame is below it. */
    const expectRoom = () => {
      const frameOf = elementOf(upper);
      if (frameOf?.kind !== "frame") throw new Error("the frame is gone");
      const bottom = frameOf.at[1] + frameOf.size[1];
      for (const { element } of canvas.getSnapshot().items.values())
        if (element.kind === "note" && element.frame === upper)
          expect(element.at[1] + element.size[1]).toBeLessThanOrEqual(bottom);
      expect(elementOf(lower)?.at[1]).toBeGreaterThanOrEqual(bottom);
    };
    return { ...board, upper, lower, inLower, arrow, elementOf, boxes, expectRoom };
  }

  test("grows for pasted notes, moves elements below it down, and is restored by one undo", () => {
    const { actions, canvas, upper, lower, inLower, arrow, elementOf, boxes, expectRoom } = full();
    const before = boxes();
    const inFrame = (elementOf(inLower)?.at[1] ?? 0) - (elementOf(lower)?.at[1] ?? 0);
    actions.addNotes({ texts: Array.from({ length: 9 }, (_, index) => `Line ${index}`), frameId: upper });
    expectRoom();
    expect((elementOf(inLower)?.at[1] ?? 0) - (elementOf(lower)?.at[1] ?? 0)).toBe(inFrame);
    const line = elementOf(arrow);
    const by = (elementOf(lower)?.at[1] ?? 0) - 190;
    expect(line?.kind === "arrow" && [line.from, line.to]).toEqual([
      { point: [0, 20] },
      { point: [0, 400 + by] },
    ]);
    canvas.undo();
    expect(boxes()).toEqual(before);
  });

  test("grows to the right for a note that is dropped at its edge, and moves elements to the right of it", () => {
    const { actions, upper, noteAt, canvas, boxes, elementOf } = full();
    const neighbour = actions.addElement(frame([320, 0], [300, 170]));
    const dragged = noteAt(2000, 0);
    const before = boxes();
    actions.move(new Map([[dragged, { at: [200, 40] }]]));
    expect(elementOf(upper)).toMatchObject({ at: [0, 0], size: [342, 170] });
    expect(elementOf(neighbour)?.at).toEqual([362, 0]);
    expect(elementOf(dragged)).toMatchObject({ at: [200, 40], frame: upper });
    canvas.undo();
    expect(boxes()).toEqual(before);
  });

  test("grows for a note that is moved into it, by hand or in the list", () => {
    const { actions, upper, noteAt, canvas, boxes, expectRoom } = full();
    for (let count = 0; count < 2; count += 1) actions.addNote({ text: "Words", frameId: upper });
    const [dragged, moved] = [noteAt(2000, 0), noteAt(2000, 500)];
    const before = boxes();
    actions.move(new Map([[dragged, { at: [20, 100] }]]));
    expectRoom();
    canvas.undo();
    expect(boxes()).toEqual(before);
    actions.moveToGroup(moved, upper);
    expectRoom();
  });
});

test("a colour and a style go to the elements that have them, as one undo step, and the server takes each", () => {
  const { canvas, actions, noteAt } = openBoard();
  const plain = { at: [0, 0], color: "sun", text: "", stack: 0, frame: null, group: null } as const;
  const note = noteAt(0, 0);
  const text = actions.addElement({ ...plain, at: [500, 0], kind: "text", size: [100, 20] });
  const arrow = actions.addElement({
    ...{ ...plain, at: [0, 0], kind: "arrow" },
    ...{ from: { element: note }, to: { element: text } },
  });
  const all = [note, text, arrow];
  const elementOf = (id: string) => canvas.getSnapshot().items.get(id)?.element;
  actions.paint(all, "coral");
  expect(all.map(elementOf)).toMatchObject([
    { color: "coral" },
    { color: "sun", ink: "coral" },
    { color: "sun", ink: "coral" },
  ]);
  actions.paint(all, "plain");
  expect(elementOf(note)).toMatchObject({ color: "coral" });
  actions.resizeText(all, "huge");
  expect(elementOf(text)).toMatchObject({ textSize: "huge", size: [243, 49] });
  expect(elementOf(note)).toMatchObject({ textSize: "huge", size: [...noteSize] });
  actions.change(all, { heads: "both" });
  actions.change(all, { form: "ellipse" });
  // One field too many, and the page would not read the element any more.
  expect(all.map((id) => elementOf(id)?.kind)).toEqual(["note", "text", "arrow"]);
  for (let step = 0; step < 4; step += 1) canvas.undo();
  expect(elementOf(text)).not.toHaveProperty("ink");
});
