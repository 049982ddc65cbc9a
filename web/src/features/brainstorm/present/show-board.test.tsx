// @vitest-environment jsdom
import type { CanvasElement } from "@atoll/contract/documents/canvas";
import { encodeStroke } from "@atoll/contract/documents/stroke";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { type ReactNode, useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { type BoardCanvas, openBoardCanvas } from "../canvas/board-canvas.ts";
import {
  type BoardDialog,
  type BoardStore,
  BoardStoreProvider,
  type NoteStore,
  NoteStoreProvider,
} from "../canvas/board-store.tsx";
import { ShowBoard } from "./show-board.tsx";

const plain = { text: "", stack: 0, frame: null, group: null } as const;
const frame = (x: number, text: string): CanvasElement => ({
  ...plain,
  ...{ kind: "frame", at: [x, 0], size: [400, 300], color: "sea", text },
});
let canvas: BoardCanvas;
let views: { x: number; y: number }[];
let ended: number;
const orderOf = { frames: [] as string[] };

function Board({ children }: { children: ReactNode }) {
  const snapshot = useSyncExternalStore(canvas.subscribe, canvas.getSnapshot);
  const awareness = {
    setLocalStateField(_name: string, pointer: { view: { x: number; y: number } | null }) {
      if (pointer.view) views.push(pointer.view);
    },
  };
  const store = {
    board: { title: "Tides", session: { frameOrder: orderOf.frames } },
    snapshot,
    document: { awareness },
    votes: undefined,
    people: new Map(),
    notes: new Map(),
    selectedIds: new Set(),
    editingId: null,
    viewerId: "ana",
  } as unknown as BoardStore & NoteStore;
  return (
    <QueryClientProvider client={new QueryClient()}>
      <BoardStoreProvider value={store}>
        <NoteStoreProvider value={store}>{children}</NoteStoreProvider>
      </BoardStoreProvider>
    </QueryClientProvider>
  );
}

beforeEach(() => {
  canvas = openBoardCanvas(new Y.Doc(), "ana");
  [views, ended, orderOf.frames] = [[], 0, []];
  canvas.add([
    { id: "second", element: frame(500, "Ebb") },
    { id: "first", element: frame(0, "Flood") },
    { id: "third", element: frame(1000, "Slack water") },
    { id: "note", element: { ...plain, ...noteAt(20), text: "At noon" } },
    { id: "far", element: { ...plain, ...noteAt(520), text: "At dusk" } },
    { id: "line", element: strokeOver },
  ]);
});
afterEach(() => vi.restoreAllMocks());

const noteAt = (x: number) =>
  ({ kind: "note", at: [x, 40], size: [132, 114], color: "sun" }) satisfies Partial<CanvasElement>;
const strokeOver: CanvasElement = {
  ...plain,
  ...{ kind: "stroke", at: [10, 10], size: [200, 100], pen: "fine" },
  points: encodeStroke([
    [0, 0],
    [200, 100],
  ]),
};

const show = (dialog: Extract<BoardDialog, { kind: "present" | "print" }>) =>
  render(
    <Board>
      <ShowBoard
        dialog={dialog}
        onClose={() => {
          ended += 1;
        }}
      />
    </Board>,
  );
const press = (key: string) => fireEvent.keyDown(screen.getByRole("dialog"), { key });
const place = () => screen.getByRole("status").textContent;

test("presents frames in reading order by keys, each with what is in it, and shows followers where", async () => {
  show({ kind: "present" });
  expect(place()).toBe("Flood1 of 3");
  expect(screen.getByText("At noon")).toBeTruthy();
  expect(screen.queryByText("At dusk")).toBeNull();
  expect(document.querySelectorAll(".board-stroke-line")).toHaveLength(1);
  press("ArrowRight");
  expect(place()).toBe("Ebb2 of 3");
  expect(screen.getByText("At dusk")).toBeTruthy();
  press("End");
  press("ArrowRight");
  expect(place()).toBe("Slack water3 of 3");
  press("PageUp");
  expect(place()).toBe("Ebb2 of 3");
  expect(views.map(({ x }) => x)).toEqual([200, 700, 1200, 700]);
  press("Escape");
  await waitFor(() => expect(ended).toBe(1));
});

test("a click and a swipe turn the page, in the order that the facilitator set", () => {
  orderOf.frames = ["third", "gone", "second"];
  show({ kind: "present" });
  expect(place()).toBe("Slack water1 of 3");
  const stage = document.querySelector(".board-scene")?.parentElement as Element;
  const swipe = (from: number, to: number) => {
    fireEvent.pointerDown(stage, { button: 0, clientX: from, clientY: 50 });
    fireEvent.pointerUp(stage, { button: 0, clientX: to, clientY: 55 });
  };
  swipe(100, 100);
  expect(place()).toBe("Ebb2 of 3");
  swipe(300, 100);
  expect(place()).toBe("Flood3 of 3");
  swipe(100, 300);
  expect(place()).toBe("Ebb2 of 3");
  // Neither a click nor a swipe.
  swipe(100, 120);
  expect(place()).toBe("Ebb2 of 3");
});

test("a presentation goes on when its frame is deleted, and shows the whole board without any", () => {
  show({ kind: "present" });
  press("ArrowRight");
  act(() => canvas.remove(["second"]));
  expect(place()).toBe("Slack water2 of 2");
  act(() => canvas.remove(["first", "third"]));
  expect(place()).toBe("Tides1 of 1");
  expect(screen.getByText("At noon")).toBeTruthy();
  expect(screen.getByText("At dusk")).toBeTruthy();
});

test.each([
  { isByFrame: true, pages: 3 },
  { isByFrame: false, pages: 1 },
])(
  "prints %o once everything is there, and ends with the dialog of the browser",
  async ({ isByFrame, pages }) => {
    Object.defineProperty(document, "fonts", { value: { ready: Promise.resolve() }, configurable: true });
    const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
    show({ kind: "print", isByFrame });
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(document.querySelectorAll(".board-print-page")).toHaveLength(pages);
    expect(document.querySelector(".board-print")?.textContent).toContain("At noon");
    expect(ended).toBe(0);
    act(() => void window.dispatchEvent(new Event("afterprint")));
    expect(ended).toBe(1);
  },
);
