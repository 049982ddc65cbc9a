import fc from "fast-check";
import { expect, test } from "vitest";
import { canvasMaxSize, maxStrokePoints } from "./canvas-limits.ts";
import { decodeStroke, encodeStroke, strokeMaxLength } from "./stroke.ts";

const place = fc.integer({ min: -4 * 10_000, max: 4 * 10_000 }).map((value) => value / 4);
const stroke = fc.array(fc.tuple(place, place), { minLength: 1, maxLength: maxStrokePoints });

test("a stroke is read as it was written, moved to its upper left corner", () => {
  fc.assert(
    fc.property(stroke, (points) => {
      const encoded = encodeStroke(points);
      expect(encoded.length).toBeLessThanOrEqual(strokeMaxLength);
      const [left, top] = [0, 1].map((axis) => Math.min(...points.map((point) => point[axis] as number)));
      expect(decodeStroke(encoded)).toEqual(points.map(([x, y]) => [x - (left ?? 0), y - (top ?? 0)]));
    }),
  );
});

test("a stroke with a point for each pixel of a curve takes about four characters a point", () => {
  const points = Array.from({ length: 300 }, (_, index) => [index * 3, 50 * Math.sin(index / 10)] as const);
  expect(encodeStroke(points).length / points.length).toBeLessThan(4);
});

test("refuses text that is no stroke, in one pass", () => {
  const refused = [
    ...["", " ", "?", "???", "\u{1f600}", "__proto__", "constructor", "a\0b", "_????"],
    // Not at the corner, and further out than a canvas is wide.
    ...[
      "A?",
      "?A",
      encodeStroke([
        [0, 0],
        [canvasMaxSize + 1, 0],
      ]),
    ],
    // More points, and more characters, than a stroke has.
    encodeStroke(Array.from({ length: maxStrokePoints + 1 }, () => [0, 0] as const)),
    "_".repeat(10_000_000),
  ];
  for (const text of refused) expect(decodeStroke(text), text.slice(0, 20)).toBeNull();
  expect(decodeStroke("??")).toEqual([[0, 0]]);
});
