// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import type { PassingPlace } from "../use-flow-nodes.ts";
import { createOthersMoves, type OthersMoves } from "./others-moves.ts";

type At = [number, number];
const view = 1000;
let moving: { id: string; at: At; size?: At }[];
let placed: Record<string, At>;
let drawn: Record<string, HTMLElement>;
let flowPlaces: ReadonlyMap<string, PassingPlace>;
let told: number;
let moves: OthersMoves;

beforeEach(() => {
  [moving, flowPlaces, told] = [[], new Map(), 0];
  placed = { near: [10, 10], far: [5000, 10] };
  drawn = { near: document.createElement("div") };
  moves = createOthersMoves({
    moving: () => moving,
    placeOf: (id) => flowPlaces.get(id)?.at ?? placed[id],
    drawnOf: (id) => drawn[id],
    isInView: ([x]) => x < view,
    onFlowPlaces(places) {
      flowPlaces = places;
      told += 1;
    },
  });
});
function show(...next: typeof moving) {
  moving = next;
  moves.draw();
}
const shiftOf = (id: string) => drawn[id]?.style.translate;

test("moves visible elements without re-rendering, and restores them when a drag is cancelled", () => {
  show({ id: "near", at: [60, 30] });
  expect(shiftOf("near")).toBe("50px 20px");
  show({ id: "near", at: [70, 30] });
  expect([shiftOf("near"), told]).toEqual(["60px 20px", 0]);
  show();
  expect(shiftOf("near")).toBe("");
});

test("is not shifted once the flow has the place of its drop", () => {
  show({ id: "near", at: [60, 30] });
  placed.near = [60, 30];
  moves.draw();
  expect(shiftOf("near")).toBe("");
});

test("adds elements that come into view once, and moves them from there", () => {
  show({ id: "far", at: [2000, 10] });
  expect(told).toBe(0);
  show({ id: "far", at: [900, 10] });
  expect(flowPlaces.get("far")).toEqual({ at: [900, 10] });
  drawn.far = document.createElement("div");
  show({ id: "far", at: [400, 40] });
  expect([shiftOf("far"), told]).toEqual(["-500px 30px", 1]);
  show();
  expect(flowPlaces.size).toBe(0);
});

test("renders a change of size through the flow", () => {
  show({ id: "near", at: [10, 10], size: [300, 200] });
  expect(flowPlaces.get("near")).toEqual({ at: [10, 10], size: [300, 200] });
  show({ id: "near", at: [10, 10], size: [320, 200] });
  expect(flowPlaces.get("near")?.size).toEqual([320, 200]);
  expect(shiftOf("near")).toBe("");
});

test("does not render an element that has since been deleted", () => {
  show({ id: "gone", at: [20, 20] });
  expect(told).toBe(0);
});
