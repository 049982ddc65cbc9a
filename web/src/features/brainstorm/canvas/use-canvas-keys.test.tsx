// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { type ReactNode, useSyncExternalStore } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { type BoardActions, createBoardActions } from "./actions.ts";
import { type BoardCanvas, openBoardCanvas } from "./board-canvas.ts";
import { type BoardDialog, type BoardStore, BoardStoreProvider, type Selection } from "./board-store.tsx";
import { useCanvasKeys } from "./use-canvas-keys.ts";
import { useClipboard } from "./use-clipboard.ts";
import { createMoves } from "./use-moves.ts";

let canvas: BoardCanvas;
let selectedIds: ReadonlySet<string>;
let mayWrite: boolean;
let at: [number, number];
let said: string[];
let dialog: BoardDialog | null;
let images: readonly File[];
let isToolChosen: boolean;

interface BoardProps {
  board: BoardCanvas;
  actions: BoardActions;
  children: ReactNode;
}

function Board({ board, actions, children }: BoardProps) {
  const snapshot = useSyncExternalStore(board.subscribe, board.getSnapshot);
  const store: Partial<BoardStore> = {
    snapshot,
    selectedIds,
    actions,
    mayWrite,
    select(ids: Selection) {
      selectedIds = new Set(typeof ids === "function" ? ids(selectedIds) : ids);
    },
    openDialog(next) {
      dialog = next;
    },
  };
  return <BoardStoreProvider value={store as BoardStore}>{children}</BoardStoreProvider>;
}

/** A board with its keys and its clipboard, as the canvas has them. */
function openBoard(shared = new Y.Doc()) {
  canvas = openBoardCanvas(shared, "ana");
  [selectedIds, mayWrite, at, said, dialog, images, isToolChosen] = [
    new Set(),
    true,
    [0, 0],
    [],
    null,
    [],
    false,
  ];
  const actions = createBoardActions({
    board: () => expect.unreachable(),
    mayWrite: () => mayWrite,
    cache: { keepVotes() {}, changePrivateNotes() {} } as never,
    votes: () => [],
    notes: () => new Map(),
    viewerId: "ana",
    middle: () => [0, 0],
    canvas,
  });
  const moves = createMoves({
    canvas,
    actions,
    document: { getSnapshot: () => ({ status: { kind: "saved" } }) as never, subscribe: () => () => {} },
    pointer: { point() {} },
    mayWrite: () => mayWrite,
    zoom: () => 1,
    onPlaces() {},
  });
  const board = canvas;
  const announce = (text: string) => void said.push(text);
  const hook = renderHook(
    () => {
      useClipboard({
        place: () => at,
        placeOf: ({ clientX: x, clientY: y }) => ({ x, y }),
        onImages(files) {
          images = files;
        },
        announce,
      });
      return useCanvasKeys({ moves, announce, show() {}, endTool: () => isToolChosen });
    },
    {
      wrapper: ({ children }) => (
        <Board board={board} actions={actions}>
          {children}
        </Board>
      ),
    },
  );
  function noteAt(x: number, y: number, text = "Words"): string {
    let id = "";
    act(() => {
      id = actions.addNote({ text, frameId: null, at: [x, y] });
    });
    return id;
  }
  const placeOf = (id: string) => canvas.getSnapshot().items.get(id)?.element.at;
  const select = (...ids: string[]) => {
    selectedIds = new Set(ids);
    hook.rerender();
  };
  return { ...hook, actions, moves, noteAt, placeOf, select };
}

const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body) =>
  act(() => {
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
  });

/** A clipboard event with its data, which jsdom does not have. */
function clipboardEvent(
  type: "copy" | "cut" | "paste",
  content: Record<string, string> = {},
  files: File[] = [],
) {
  const data = new Map(Object.entries(content));
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, {
    clipboardData: {
      types: [...data.keys()],
      items: [],
      files,
      getData: (kind: string) => data.get(kind) ?? "",
      setData: (kind: string, value: string) => void data.set(kind, value),
    },
  });
  act(() => {
    document.body.dispatchEvent(event);
  });
  return { data: Object.fromEntries(data), isTaken: event.defaultPrevented };
}
const textsOnBoard = () => [...canvas.getSnapshot().items.values()].map(({ element }) => element.text);

beforeEach(() => void vi.useRealTimers());

test("arrow keys in a burst are one step of undo, written when another key is pressed", () => {
  const { noteAt, placeOf, select } = openBoard();
  const id = noteAt(10, 10);
  select(id);
  for (let count = 0; count < 3; count += 1) press("ArrowRight");
  press("ArrowDown", { shiftKey: true });
  expect(placeOf(id)).toEqual([10, 10]);
  press("Control");
  expect(placeOf(id)).toEqual([13, 20]);
  expect(said).toEqual(["1 element moved"]);
  act(() => canvas.undo());
  expect(placeOf(id)).toEqual([10, 10]);
});

test("arrow keys are written once they rest, and when the board is left", () => {
  vi.useFakeTimers();
  const { noteAt, placeOf, select, unmount } = openBoard();
  const id = noteAt(0, 0);
  select(id);
  press("ArrowLeft");
  act(() => vi.advanceTimersByTime(600));
  expect(placeOf(id)).toEqual([-1, 0]);
  press("ArrowLeft");
  unmount();
  expect(placeOf(id)).toEqual([-2, 0]);
});

test("arrow keys move nothing for a reader, in a field, or once writing ends", () => {
  const { noteAt, placeOf, select, moves, rerender } = openBoard();
  const id = noteAt(0, 0);
  select(id);
  const field = document.body.appendChild(document.createElement("textarea"));
  press("ArrowRight", {}, field);
  press("ArrowRight");
  mayWrite = false;
  moves.cancel();
  rerender();
  press("ArrowRight");
  press("Control");
  expect(placeOf(id)).toEqual([0, 0]);
  field.remove();
});

test("keeps a move of somebody else that arrives during a burst on another note", () => {
  const shared = new Y.Doc();
  const { noteAt, placeOf, select } = openBoard(shared);
  const [mine, theirs] = [noteAt(0, 0), noteAt(500, 0)];
  select(mine);
  press("ArrowRight");
  const other = openBoardCanvas(shared, "ben");
  act(() => other.change(new Map([[theirs, { at: [700, 0] }]])));
  press("Control");
  expect([placeOf(mine), placeOf(theirs)]).toEqual([
    [1, 0],
    [700, 0],
  ]);
  act(() => canvas.undo());
  expect(placeOf(theirs)).toEqual([700, 0]);
});

test("Ctrl+A selects every element for a writer, also once the page focused its heading, and none for a reader", () => {
  const { noteAt, rerender } = openBoard();
  const ids = [noteAt(0, 0), noteAt(200, 0)];
  press("a", { ctrlKey: true });
  expect([...selectedIds]).toEqual(ids);
  selectedIds = new Set();
  const heading = document.body.appendChild(document.createElement("h1"));
  press("a", { ctrlKey: true }, heading);
  expect([...selectedIds]).toEqual(ids);
  heading.remove();
  [selectedIds, mayWrite] = [new Set(), false];
  rerender();
  press("a", { ctrlKey: true });
  expect([...selectedIds]).toEqual([]);
});

test("Escape ends the tool first, then the selection", () => {
  const { noteAt, select } = openBoard();
  const id = noteAt(0, 0);
  select(id);
  isToolChosen = true;
  press("Escape");
  expect([...selectedIds]).toEqual([id]);
  isToolChosen = false;
  press("Escape");
  expect([...selectedIds]).toEqual([]);
});

test("Tab goes through the elements of a focused canvas in reading order, and then on", () => {
  const { noteAt, result, rerender } = openBoard();
  noteAt(300, 0, "Second");
  noteAt(0, 0, "First");
  const go = (key: string, shiftKey = false) => {
    const nativeEvent = new KeyboardEvent("keydown", { key, shiftKey });
    const preventDefault = vi.fn();
    const event = {
      target: document.body,
      currentTarget: document.body,
      shiftKey,
      nativeEvent,
      preventDefault,
    };
    result.current.onCanvasKey(event as never);
    rerender();
    return preventDefault.mock.calls.length > 0;
  };
  expect(go("Tab")).toBe(false);
  expect([go("Home"), go("Tab"), go("Tab")]).toEqual([true, true, false]);
  expect(go("Tab", true)).toBe(true);
  expect(said).toEqual(["Note: First, 1 of 2", "Note: Second, 2 of 2", "Note: First, 1 of 2"]);
});

test("elements that are copied go to another board under new ids, at the pointer, and again a little further", () => {
  const first = openBoard();
  const id = first.noteAt(1000, 1000, "Coral");
  first.select(id);
  const { data } = clipboardEvent("copy");
  expect(data["text/plain"]).toBe("Coral");
  first.unmount();
  const second = openBoard();
  at = [66, 57];
  expect(clipboardEvent("paste", data).isTaken).toBe(true);
  const [pasted] = selectedIds;
  expect(pasted).not.toBe(id);
  expect(second.placeOf(pasted ?? "")).toEqual([0, 0]);
  clipboardEvent("paste", data);
  expect(second.placeOf([...selectedIds][0] ?? "")).toEqual([20, 20]);
  act(() => canvas.undo());
  expect(textsOnBoard()).toEqual(["Coral"]);
});

test("a cut takes elements off the board in one step; a reader's cut only copies", () => {
  const { noteAt, select, rerender } = openBoard();
  const ids = [noteAt(0, 0, "One"), noteAt(200, 0, "Two")];
  select(...ids);
  mayWrite = false;
  rerender();
  expect(clipboardEvent("cut").data["text/plain"]).toBe("One\nTwo");
  expect(textsOnBoard()).toEqual(["One", "Two"]);
  mayWrite = true;
  rerender();
  clipboardEvent("cut");
  expect(textsOnBoard()).toEqual([]);
  act(() => canvas.undo());
  expect(textsOnBoard().toSorted()).toEqual(["One", "Two"]);
});

test("pasted text becomes a note for each line, and more than 50 ask first", () => {
  openBoard();
  clipboardEvent("paste", { "text/plain": "Fenders\n\n  Ropes \r\nBuoys" });
  expect(textsOnBoard()).toEqual(["Fenders", "Ropes", "Buoys"]);
  act(() => canvas.undo());
  expect(textsOnBoard()).toEqual([]);
  clipboardEvent("paste", {
    "text/plain": Array.from({ length: 51 }, (_, index) => `Line ${index}`).join("\n"),
  });
  expect(textsOnBoard()).toEqual([]);
  const asked = dialog as BoardDialog | null;
  act(() => {
    if (asked?.kind === "paste") asked.pasted.onOne?.();
  });
  expect(textsOnBoard()).toHaveLength(1);
});

test("elements that another page invented are not trusted, and the text is pasted", () => {
  openBoard();
  const html = `<div data-atoll-board="${btoa('{"version":1,"elements":[{"id":"x","element":{}}]}')}"></div>`;
  clipboardEvent("paste", { "text/html": html, "text/plain": "Only words" });
  expect(textsOnBoard()).toEqual(["Only words"]);
});

test("pasted images are uploaded, unless the viewer may not write", () => {
  const { rerender } = openBoard();
  const file = new File(["x"], "pier.png", { type: "image/png" });
  clipboardEvent("paste", {}, [file]);
  expect(images).toEqual([file]);
  [images, mayWrite] = [[], false];
  rerender();
  expect(clipboardEvent("paste", { "text/plain": "Words" }, [file]).isTaken).toBe(false);
  expect([images, textsOnBoard()]).toEqual([[], []]);
});

test("keys that change elements do nothing while the focus is on another part of the page", () => {
  const { noteAt, select } = openBoard();
  const ids = [noteAt(0, 0), noteAt(200, 0)] as const;
  select(ids[0]);
  const before = canvas.getSnapshot().items;
  const button = document.body.appendChild(document.createElement("button"));
  press("PageDown", {}, button);
  press("d", { ctrlKey: true }, button);
  press("a", { ctrlKey: true }, button);
  expect(canvas.getSnapshot().items).toEqual(before);
  expect([...selectedIds]).toEqual([ids[0]]);
  button.className = "board-canvas";
  press("a", { ctrlKey: true }, button);
  expect([...selectedIds]).toEqual(ids);
  button.remove();
});

test("arrow keys leave arrows to their ends, and count only what moved", () => {
  const { noteAt, actions, placeOf, select } = openBoard();
  const note = noteAt(300, 0);
  let arrow = "";
  act(() => {
    arrow = actions.addElement({
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
  });
  select(arrow);
  press("ArrowRight");
  press("Control");
  expect(said).toEqual([]);
  select(arrow, note);
  press("ArrowRight");
  press("Control");
  expect(placeOf(note)).toEqual([301, 0]);
  expect(said).toEqual(["1 element moved"]);
});

test("a text that waits for an answer is not put on a board that the viewer can no longer change", () => {
  const { rerender, noteAt, actions } = openBoard();
  const id = noteAt(0, 0, "Kept");
  const lines = Array.from({ length: 51 }, (_, index) => `Line ${index}`).join("\n");
  clipboardEvent("paste", { "text/plain": lines });
  const asked = dialog as BoardDialog | null;
  mayWrite = false;
  rerender();
  act(() => {
    if (asked?.kind === "paste") asked.pasted.onNotes(["Late"]);
    actions.remove([id]);
  });
  expect(textsOnBoard()).toEqual(["Kept"]);
  expect(said).toEqual([]);
});
