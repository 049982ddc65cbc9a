import { expect, test } from "vitest";
import { place } from "./place.ts";

const viewport = { width: 1000, height: 600 };
const bubble = { width: 100, height: 24 };

test("is centred on the requested side", () => {
  const anchor = { top: 300, left: 400, width: 32, height: 32 };
  expect(place(anchor, bubble, viewport, "top")).toEqual({ top: 270, left: 366 });
  expect(place(anchor, bubble, viewport, "bottom")).toEqual({ top: 338, left: 366 });
  expect(place(anchor, bubble, viewport, "left")).toEqual({ top: 304, left: 294 });
  expect(place(anchor, bubble, viewport, "right")).toEqual({ top: 304, left: 438 });
});

test("turns to the other side when there is no room", () => {
  expect(place({ top: 8, left: 400, width: 32, height: 32 }, bubble, viewport, "top").top).toBe(46);
  expect(place({ top: 560, left: 400, width: 32, height: 32 }, bubble, viewport, "bottom").top).toBe(530);
});

test("stays within the edges", () => {
  expect(place({ top: 300, left: 2, width: 32, height: 32 }, bubble, viewport, "top").left).toBe(4);
  expect(place({ top: 300, left: 966, width: 32, height: 32 }, bubble, viewport, "top").left).toBe(896);
});
