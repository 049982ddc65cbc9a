// @vitest-environment jsdom
import type { CoEditor } from "@atoll/contract/documents/schemas";
import { beforeEach, expect, test } from "vitest";
import { createOthersCursors, type OthersCursors } from "./others-cursors.ts";

let here: CoEditor[];
let shown: readonly CoEditor[];
let drawings: number;
let cursors: OthersCursors;

const editor = (clientId: number, at: [number, number] | null): CoEditor => ({
  clientId,
  userId: "01900000-0000-7000-8000-000000000001",
  name: `Person ${clientId}`,
  departmentSlug: null,
  cursor: null,
  pointer: { at, view: null, selectedIds: [], moving: [] },
  isHere: true,
});

beforeEach(() => {
  [here, shown, drawings] = [[], [], 0];
  cursors = createOthersCursors({
    editors: () => here,
    onShown(editors) {
      shown = editors;
      drawings += 1;
    },
  });
});

function pointAt(now: number, ...next: CoEditor[]) {
  here = next;
  cursors.draw(now);
}

test("shows a cursor at its position from the first render, and moves it without another render", () => {
  pointAt(0, editor(1, [10, 20]));
  const element = document.createElement("span");
  cursors.attach(1, element);
  expect(element.style.translate).toBe("10px 20px");
  pointAt(100, editor(1, [30, 20]));
  expect([element.style.translate, drawings]).toEqual(["30px 20px", 1]);
});

test("re-renders when people join, leave or stop pointing", () => {
  pointAt(0, editor(1, [0, 0]), editor(2, [5, 5]));
  pointAt(1, editor(1, [0, 0]), editor(2, null));
  expect(shown.map(({ clientId }) => clientId)).toEqual([1]);
  pointAt(2);
  expect([shown, drawings]).toEqual([[], 3]);
});

test("fades a still cursor, and shows it again when it moves", () => {
  const element = document.createElement("span");
  pointAt(0, editor(1, [10, 20]));
  cursors.attach(1, element);
  cursors.fade(4_999);
  expect(element.dataset.still).toBeUndefined();
  // The same place again is no move.
  pointAt(4_999, editor(1, [10, 20]));
  cursors.fade(5_000);
  expect(element.dataset.still).toBe("");
  pointAt(5_001, editor(1, [11, 20]));
  expect(element.dataset.still).toBeUndefined();
});

test("shows a new cursor for a returning person", () => {
  pointAt(0, editor(1, [10, 20]));
  cursors.attach(1, document.createElement("span"));
  pointAt(1);
  cursors.attach(1, null);
  pointAt(9_000, editor(1, [10, 20]));
  const element = document.createElement("span");
  cursors.attach(1, element);
  cursors.fade(9_001);
  expect([element.style.translate, element.dataset.still]).toEqual(["10px 20px", undefined]);
});
