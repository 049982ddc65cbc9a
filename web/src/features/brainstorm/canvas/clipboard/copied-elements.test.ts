import type { CanvasElement } from "@atoll/contract/documents/canvas";
import { canvasMaxCoordinate, canvasTextMaxLength } from "@atoll/contract/documents/canvas-limits";
import { describe, expect, test } from "vitest";
import { toBase64 } from "../../../../capabilities/documents/sharing/bytes.ts";
import { uuidv7 } from "../../../../lib/uuidv7.ts";
import {
  copyElements,
  maxCopiedElements,
  newElementsOf,
  readCopied,
  writeCopied,
} from "./copied-elements.ts";

const plain = { color: "sun", text: "", stack: 0, frame: null, group: null } as const;
const note = (at: [number, number], more: Partial<CanvasElement> = {}) =>
  ({ ...plain, kind: "note", at, size: [132, 114], ...more }) as CanvasElement;
const [frameId, inFrame, outside, elsewhere, between, toOutside] = Array.from({ length: 6 }, () => uuidv7());
const group = uuidv7();
const board: Record<string, CanvasElement> = {
  [frameId as string]: { ...plain, kind: "frame", at: [0, 0], size: [400, 300], text: "Group" },
  [inFrame as string]: note([20, 40], { frame: frameId as string, text: "In the frame", group }),
  [outside as string]: note([600, 0], { text: "Outside", group }),
  [elsewhere as string]: note([900, 0], { text: "Elsewhere" }),
  [between as string]: {
    ...plain,
    kind: "arrow",
    at: [0, 0],
    from: { element: inFrame as string },
    to: { element: outside as string },
  },
  [toOutside as string]: {
    ...plain,
    kind: "arrow",
    at: [0, 0],
    from: { element: outside as string },
    to: { element: elsewhere as string },
  },
};
const items = new Map(Object.entries(board).map(([id, element]) => [id, { id, element, authorId: "ana" }]));
const copy = (...ids: (string | undefined)[]) => copyElements(items, ids as string[]);
const htmlOf = (content: unknown) =>
  `<div data-atoll-board="${toBase64(new TextEncoder().encode(JSON.stringify(content)))}"></div>`;

test("copies a frame with what is in it, and the arrows between copied elements", () => {
  expect(copy(frameId).map(({ id }) => id)).toEqual([frameId, inFrame]);
  expect(copy(frameId, outside).map(({ id }) => id)).toEqual([frameId, inFrame, outside, between]);
  expect(copy(inFrame)[0]?.element.frame).toBeNull();
});

test("keeps an end of an arrow at an element that is not copied as a place", () => {
  const [, arrow] = copy(outside, toOutside);
  expect(arrow?.element).toMatchObject({ from: { element: outside }, to: { point: [900, 57] } });
});

test("gives copies new ids that frames, arrows and groups among them follow, and no author", () => {
  const copied = copy(frameId, outside);
  const [frame, one, other, arrow] = newElementsOf(copied, [50, 10]);
  expect(one?.element).toMatchObject({ frame: frame?.id, at: [70, 50] });
  expect(arrow?.element).toMatchObject({ from: { element: one?.id }, to: { element: other?.id } });
  expect(one?.element.group).toBe(other?.element.group);
  expect([one?.element.group, one?.id, frame?.id]).not.toContain(group);
  expect(copied.map(({ id }) => id)).not.toContain(one?.id);
  expect(Object.keys(one ?? {})).toEqual(["id", "element"]);
});

test("keeps copies together at the edge of the canvas", () => {
  const [left, right] = newElementsOf(copy(outside, elsewhere), [canvasMaxCoordinate, 0]);
  expect(right?.element.at[0]).toBe(canvasMaxCoordinate - 132);
  expect((right?.element.at[0] ?? 0) - (left?.element.at[0] ?? 0)).toBe(300);
});

describe("the clipboard", () => {
  test("carries elements for boards, and their texts for other programs", () => {
    const written = writeCopied(copy(frameId, outside, elsewhere));
    expect(written?.text).toBe("Group\nIn the frame\nOutside\nElsewhere");
    expect(readCopied(`<html><body>${written?.html}</body></html>`)).toEqual({
      copied: copy(frameId, outside, elsewhere),
      leftOut: 0,
    });
  });

  test("shows markup in a text as text", () => {
    const id = uuidv7();
    const text = '<img src=x onerror="alert(1)">&';
    const one = new Map([[id, { id, element: note([0, 0], { text }), authorId: null }]]);
    const written = writeCopied(copyElements(one, [id]));
    expect(written?.html).toContain("<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;</p>");
    expect(written?.text).toBe(text);
  });

  test("takes no more than can be pasted at once", () => {
    const many = Array.from({ length: maxCopiedElements + 1 }, () => ({
      id: uuidv7(),
      element: note([0, 0]),
    }));
    expect(writeCopied(many)).toBeNull();
    expect(readCopied(htmlOf({ version: 1, elements: many }))).toBeNull();
    const long = many.slice(0, 500).map(({ id }) => ({
      id,
      element: note([0, 0], { text: "漢".repeat(canvasTextMaxLength) }),
    }));
    expect(writeCopied(long)).toBeNull();
    expect(readCopied(htmlOf({ version: 1, elements: long }))).toBeNull();
  });

  test.each([
    ["no elements of a board", "<p>Words</p>"],
    ["an attribute without an end", '<div data-atoll-board="AAAA'],
    ["something that is not base64", '<div data-atoll-board="%%%%">'],
    ["bytes that are not text", '<div data-atoll-board="/////w==">'],
    ["another version", htmlOf({ version: 2, elements: [{ id: uuidv7(), element: note([0, 0]) }] })],
    ["ids that are none", htmlOf({ version: 1, elements: [{ id: "__proto__", element: note([0, 0]) }] })],
    [
      "nothing but unknown kinds",
      htmlOf({ version: 1, elements: [{ id: uuidv7(), element: { kind: "hologram" } }] }),
    ],
  ])("pastes no elements from HTML with %s", (_, html) => {
    expect(readCopied(html)).toBeNull();
  });

  test("leaves out elements that this page does not know, or that no board can hold", () => {
    const elements = [
      { id: uuidv7(), element: note([10, 10], { text: "Known" }) },
      { id: uuidv7(), element: { kind: "hologram" } },
      { id: uuidv7(), element: note([1e9, 0]) },
      { id: uuidv7(), element: { ...note([0, 0]), votes: 5 } },
      { id: uuidv7(), element: note([0, 0], { text: "x".repeat(canvasTextMaxLength + 1) }) },
    ];
    const read = readCopied(htmlOf({ version: 1, elements }));
    expect(read?.copied.map(({ element }) => element.text)).toEqual(["Known"]);
    expect(read?.leftOut).toBe(4);
  });

  test("names no element of the board that it is pasted on", () => {
    const arrow = {
      ...plain,
      kind: "arrow",
      at: [5, 5],
      from: { element: frameId },
      to: { element: inFrame },
    };
    const elements = [
      { id: uuidv7(), element: arrow },
      { id: uuidv7(), element: note([0, 0], { frame: frameId as string }) },
    ];
    const read = readCopied(htmlOf({ version: 1, elements }));
    const pasted = newElementsOf(read?.copied ?? [], [0, 0]).map(({ element }) => element);
    expect(JSON.stringify(pasted)).not.toContain(frameId);
    expect(pasted[0]).toMatchObject({ from: { point: [5, 5] }, to: { point: [5, 5] } });
  });
});
