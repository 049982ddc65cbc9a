import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexAt, nearest, neighbour, scrollSpeed } from "./geometry.ts";

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe("the drop target", () => {
  it("is before the first box whose middle is below the pointer", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 60 }),
        fc.integer(),
        (heights, y) => {
          let top = 0;
          const boxes = heights.map((height) => {
            top += height + 8;
            return box(0, top - height, 100, height);
          });
          const expected = boxes.findIndex((one) => y < (one.top + one.bottom) / 2);
          let looks = 0;
          const found = indexAt(
            boxes.length,
            (index) => {
              looks += 1;
              return boxes[index]!;
            },
            y,
          );
          expect(found).toBe(expected < 0 ? boxes.length : expected);
          expect(looks).toBeLessThanOrEqual(Math.ceil(Math.log2(boxes.length + 1)));
        },
      ),
    );
  });

  it("stays the same once a slot is shown", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 20, max: 200 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 20, max: 200 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 20 }),
        (heights, slot, y, begin) => {
          const laidOut = (slotAt: number) => {
            let top = slotAt === 0 ? slot + 8 : 0;
            return heights.map((height, index) => {
              const one = box(0, top, 100, height);
              top += height + 8 + (index + 1 === slotAt ? slot + 8 : 0);
              return one;
            });
          };
          const settle = (slotAt: number) => indexAt(heights.length, (index) => laidOut(slotAt)[index]!, y);
          const first = settle(Math.min(begin, heights.length));
          expect(settle(first)).toBe(settle(settle(first)));
        },
      ),
    );
  });

  it("is the zone under the pointer, else the nearest one in reach", () => {
    const zones = [box(0, 0, 100, 500), box(120, 0, 100, 500)];
    expect(nearest(zones, { x: 50, y: 50 }, 48)).toBe(0);
    expect(nearest(zones, { x: 112, y: 50 }, 48)).toBe(1);
    expect(nearest(zones, { x: 130, y: 540 }, 48)).toBe(1);
    expect(nearest(zones, { x: 50, y: 600 }, 48)).toBe(-1);
    expect(nearest([...zones, box(10, 10, 20, 20)], { x: 15, y: 15 }, 48)).toBe(2);
  });
});

it("arrow keys move to the nearest target in their direction", () => {
  const fields = [box(0, 0, 100, 100), box(110, 0, 100, 100), box(0, 110, 100, 100), box(110, 110, 100, 100)];
  const from = fields[0]!;
  expect(neighbour(fields, from, "ArrowRight")).toBe(1);
  expect(neighbour(fields, from, "ArrowDown")).toBe(2);
  expect(neighbour(fields, from, "ArrowLeft")).toBe(-1);
  expect(neighbour(fields, fields[3]!, "ArrowUp")).toBe(1);
});

it("scrolls only near the edges of a box, faster when nearer", () => {
  expect(scrollSpeed(300, 0, 600)).toBe(0);
  expect(scrollSpeed(20, 0, 600)).toBeLessThan(0);
  expect(scrollSpeed(580, 0, 600)).toBeGreaterThan(scrollSpeed(560, 0, 600));
  expect(scrollSpeed(900, 0, 600)).toBe(scrollSpeed(600, 0, 600));
});
