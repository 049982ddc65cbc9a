import { expect, test } from "vitest";
import { mostZoom, moved, squareOf, wholeCrop, within } from "./crop.ts";

const wide = { width: 400, height: 200 };

test("starts with the largest square in the middle", () => {
  expect(squareOf(wide, wholeCrop)).toEqual({ left: 100, top: 0, edge: 200 });
});

test("moves the square opposite to the picture, and never beyond it", () => {
  expect(squareOf(wide, moved(wide, wholeCrop, { x: 0.25, y: 0.25 }))).toEqual({
    left: 50,
    top: 0,
    edge: 200,
  });
  expect(squareOf(wide, moved(wide, wholeCrop, { x: 9, y: -9 }))).toEqual({ left: 0, top: 0, edge: 200 });
  const near = { ...wholeCrop, zoom: 2 };
  expect(squareOf(wide, moved(wide, near, { x: -9, y: -9 }))).toEqual({ left: 300, top: 100, edge: 100 });
});

test("zooming out keeps the square within the picture", () => {
  const corner = within(wide, { x: 1, y: 1, zoom: mostZoom + 1 });
  expect(squareOf(wide, corner)).toEqual({ left: 350, top: 150, edge: 50 });
  expect(squareOf(wide, { ...corner, zoom: 1 })).toEqual({ left: 200, top: 0, edge: 200 });
});
