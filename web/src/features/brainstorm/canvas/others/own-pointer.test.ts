import { canvasPointerSchema } from "@atoll/contract/documents/canvas";
import { maxMovedAtOnce } from "@atoll/contract/documents/canvas-limits";
import { expect, test } from "vitest";
import { uuidv7 } from "../../../../lib/uuidv7.ts";
import type { PassingPlace } from "../use-flow-nodes.ts";
import { fitPointer, movingOf } from "./own-pointer.ts";

const view = { x: -99_999.123456789, y: 99_999.123456789, zoom: 0.123456789 };
const ids = Array.from({ length: maxMovedAtOnce }, () => uuidv7());
const pointerOf = (place: PassingPlace) =>
  fitPointer({
    at: [-12_345.678901234, 12_345.678901234],
    view,
    selectedIds: ids,
    moving: movingOf(new Map(ids.map((id) => [id, place]))),
  });

test("shows all of the elements that are dragged at once, within the length of a message", () => {
  const pointer = pointerOf({ at: [-12_345.678901234, 12_345.678901234] });
  expect(pointer.moving).toHaveLength(maxMovedAtOnce);
  expect(JSON.stringify(pointer).length).toBeLessThanOrEqual(14_000);
  expect(canvasPointerSchema.safeParse(pointer).success).toBe(true);
});

test("shows as many as fit when each of them is resized", () => {
  const pointer = pointerOf({ at: [-99_999.5, -99_999.5], size: [19_999.5, 19_999.5] });
  expect(pointer.moving.length).toBeGreaterThan(130);
  expect(pointer.selectedIds).toEqual([]);
  expect(JSON.stringify(pointer).length).toBeLessThanOrEqual(14_000);
});
