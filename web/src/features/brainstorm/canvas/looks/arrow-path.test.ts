import type { CanvasElement, CanvasPoint } from "@atoll/contract/documents/canvas";
import { expect, test } from "vitest";
import type { CanvasItem } from "../board-canvas.ts";
import { boxOf, endsOf } from "../geometry.ts";
import { arrowPath } from "./arrow-path.ts";

const plain = { color: "sun", text: "", stack: 0, frame: null, group: null } as const;
const noteAt = (id: string, at: CanvasPoint): CanvasItem => ({
  id,
  authorId: null,
  element: { ...plain, kind: "note", at, size: [100, 100] },
});
const items = new Map(
  [noteAt("left", [0, 0]), noteAt("right", [300, 40]), noteAt("below", [0, 400])].map((one) => [one.id, one]),
);
type Arrow = Extract<CanvasElement, { kind: "arrow" }>;
const arrow = (to: string, style: Partial<Arrow> = {}): Arrow => ({
  ...plain,
  kind: "arrow",
  at: [0, 0],
  from: { element: "left" },
  to: { element: to },
  ...style,
});

test("an arrow that bends leaves and enters in the middle of the sides that face each other", () => {
  for (const line of ["curved", "elbow"] as const) {
    expect(endsOf(arrow("right", { line }), items)).toEqual([
      [100, 50],
      [300, 90],
    ]);
    expect(endsOf(arrow("below", { line }), items)).toEqual([
      [50, 100],
      [50, 400],
    ]);
  }
  expect(arrowPath(arrow("right", { line: "elbow" }), items).line).toBe("M100 50 L200 50 L200 90 L300 90");
  expect(arrowPath(arrow("right", { line: "curved" }), items).line).toBe("M100 50 C200 50 200 90 300 90");
});

test("an arrow without a style is straight, with a head at its end that points at the element", () => {
  const { line, heads, middle } = arrowPath(arrow("below"), items);
  expect(line).toBe("M50 100 L50 400");
  expect(heads).toEqual(["M50 400 L45.33 388.95 L54.67 388.95 Z"]);
  expect(middle).toEqual([50, 250]);
});

test("an arrow has no head, one or two, also where its ends are in one place", () => {
  const headsOf = (style: Partial<Arrow>) => arrowPath(arrow("right", style), items).heads.length;
  expect([headsOf({ heads: "none" }), headsOf({ heads: "end" }), headsOf({ heads: "both" })]).toEqual([
    0, 1, 2,
  ]);
  const point = { point: [5, 5] as CanvasPoint };
  const still = { ...arrow("right", { heads: "both", line: "elbow" }), from: point, to: point };
  const path = arrowPath(still, items);
  expect(`${path.line} ${path.heads.join(" ")}`).not.toContain("NaN");
  expect(boxOf({ id: "still", authorId: null, element: still }, items)).toEqual({
    x: 5,
    y: 5,
    width: 1,
    height: 1,
  });
});
