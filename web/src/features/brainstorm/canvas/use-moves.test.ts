import type { CanvasElement } from "@atoll/contract/documents/canvas";
import { beforeEach, expect, test } from "vitest";
import * as Y from "yjs";
import type { SharedDocument } from "../../../capabilities/documents/sharing/document-status.ts";
import { createBoardActions } from "./actions.ts";
import { openBoardCanvas } from "./board-canvas.ts";
import { createMoves, type Moves } from "./use-moves.ts";

const [frameId, noteId] = ["0198f000-0000-7000-8000-000000000001", "0198f000-0000-7000-8000-000000000002"];
const plain = { color: "sun", text: "", stack: 0, frame: null, group: null } as const;
const frame: CanvasElement = { ...plain, kind: "frame", at: [0, 0], size: [400, 300] };
const note: CanvasElement = { ...plain, kind: "note", at: [20, 40], size: [132, 114], frame: frameId };

type DocumentSnapshot = ReturnType<SharedDocument["getSnapshot"]>;

let canvas: ReturnType<typeof openBoardCanvas>;
let moves: Moves;
let status: DocumentSnapshot["status"]["kind"];
let tellStatus: () => void;
let moving: unknown[];
let drawn: number;
let mayWrite: boolean;

beforeEach(() => {
  const shared = new Y.Doc();
  canvas = openBoardCanvas(shared, "ana");
  canvas.add([
    { id: frameId, element: frame },
    { id: noteId, element: note },
  ]);
  status = "saved";
  shared.on("update", () => {
    status = "saving";
  });
  [moving, drawn, mayWrite] = [[], 0, true];
  const actions = createBoardActions({
    board: () => expect.unreachable(),
    mayWrite: () => true,
    cache: { keepVotes() {}, changePrivateNotes() {} } as never,
    votes: () => [],
    notes: () => new Map(),
    viewerId: "ana",
    middle: () => [0, 0],
    canvas,
  });
  moves = createMoves({
    canvas,
    actions,
    document: {
      getSnapshot: () => ({ status: { kind: status } }) as DocumentSnapshot,
      subscribe(listener) {
        tellStatus = listener;
        return () => {};
      },
    },
    pointer: {
      point(part) {
        moving = [...(part.moving ?? moving)];
      },
    },
    mayWrite: () => mayWrite,
    zoom: () => 1,
    onPlaces({ size }) {
      drawn = size;
    },
  });
  moves.listen();
});

const drag = (places: Record<string, [number, number]>) =>
  moves.follow(
    Object.entries(places).map(([id, [x, y]]) => ({
      id,
      type: "position" as const,
      position: { x, y },
      dragging: true,
    })),
  );
const placeOf = (id: string) => canvas.getSnapshot().items.get(id)?.element.at;

test("writes a drop once, where the pointer left it, though nothing was drawn in between", () => {
  drag({ [noteId]: [60, 60] });
  drag({ [noteId]: [900, 75.4] });
  expect(placeOf(noteId)).toEqual([20, 40]);
  moves.drop();
  expect(canvas.getSnapshot().items.get(noteId)?.element).toMatchObject({ at: [900, 75], frame: null });
  expect(drawn).toBe(0);
  canvas.undo();
  expect(canvas.getSnapshot().items.get(noteId)?.element).toMatchObject({ at: [20, 40], frame: frameId });
});

test("a frame carries its notes, but not one that is dragged itself", () => {
  drag({ [frameId]: [100, 10] });
  moves.drop();
  expect([placeOf(frameId), placeOf(noteId)]).toEqual([
    [100, 10],
    [120, 50],
  ]);
  drag({ [frameId]: [200, 10], [noteId]: [221, 51] });
  moves.drop();
  expect(placeOf(noteId)).toEqual([221, 51]);
});

test("a grouped element takes its group along, with the notes in its frames", () => {
  const [ropes, group] = ["0198f000-0000-7000-8000-000000000003", "0198f000-0000-7000-8000-000000000004"];
  canvas.add([{ id: ropes, element: { ...note, at: [600, 40], frame: null, group } }]);
  canvas.change(new Map([[frameId, { group }]]));
  drag({ [ropes]: [610, 60] });
  moves.drop();
  expect([ropes, frameId, noteId].map(placeOf)).toEqual([
    [610, 60],
    [10, 20],
    [30, 60],
  ]);
});

test("treats a press with little movement as a click, and writes nothing", () => {
  drag({ [noteId]: [21, 41] });
  moves.drop();
  expect([placeOf(noteId), status, drawn]).toEqual([[20, 40], "saved", 0]);
});

test("a drop wins over a move by another person during the drag", () => {
  drag({ [noteId]: [60, 60] });
  canvas.change(new Map([[noteId, { at: [500, 500] }]]));
  drag({ [noteId]: [80, 60] });
  moves.drop();
  expect(placeOf(noteId)).toEqual([80, 60]);
});

test("drops nothing of an element that was deleted during the drag", () => {
  drag({ [noteId]: [60, 60] });
  canvas.remove([noteId]);
  moves.drop();
  expect(placeOf(noteId)).toBeUndefined();
  expect(moving).toEqual([]);
});

test("shows others the drop until it is saved", () => {
  drag({ [noteId]: [60, 60] });
  moves.drop();
  tellStatus();
  expect(moving).toMatchObject([{ id: noteId, at: [60, 60] }]);
  status = "saved";
  tellStatus();
  expect(moving).toEqual([]);
});

test("writes a new size when its corner is released", () => {
  moves.follow([
    { id: noteId, type: "dimensions", dimensions: { width: 200.4, height: 150 }, resizing: true },
  ]);
  moves.follow([
    { id: noteId, type: "dimensions", dimensions: { width: 210, height: 160 }, resizing: false },
  ]);
  expect(canvas.getSnapshot().items.get(noteId)?.element).toMatchObject({ at: [20, 40], size: [210, 160] });
});

test("restores the element when a right is removed during a drag, and writes nothing more", () => {
  drag({ [noteId]: [60, 60] });
  mayWrite = false;
  moves.cancel();
  expect([drawn, moving]).toEqual([0, []]);
  drag({ [noteId]: [90, 90] });
  moves.drop();
  expect([placeOf(noteId), status, drawn]).toEqual([[20, 40], "saved", 0]);
});
