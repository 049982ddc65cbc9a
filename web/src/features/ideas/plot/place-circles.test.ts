import fc from "fast-check";
import { expect, test } from "vitest";
import { placeCircles, radiusOf } from "./place-circles.ts";

const area = { left: 34, top: 8, right: 340, bottom: 270 };
const idea = (voteCount: number, impact: number, effortWeeks: number) => ({
  voteCount,
  score: { impact, effortWeeks },
});

test("the idea with the most votes stays at its scores, and others of the same scores move aside", () => {
  const placed = placeCircles([idea(3, 2.5, 10), idea(40, 2.5, 10), idea(3, 2.5, 10)], area);
  const [first, ...others] = placed;
  expect(first).toMatchObject({ x: 187, y: 139, r: radiusOf(40) });
  for (const other of others) expect(Math.hypot(other.x - 187, other.y - 139)).toBeGreaterThan(other.r);
});

test("every circle lies inside the area, whatever its scores and votes are", () => {
  const one = fc.record({
    voteCount: fc.nat(100_000),
    score: fc.record({
      impact: fc.integer({ min: 1, max: 5 }),
      effortWeeks: fc.integer({ min: 1, max: 20 }),
    }),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), (ideas) => {
      const placed = placeCircles(ideas, area);
      expect(placed).toHaveLength(ideas.length);
      for (const { x, y, r } of placed) {
        expect(x - r).toBeGreaterThanOrEqual(area.left - 0.001);
        expect(x + r).toBeLessThanOrEqual(area.right + 0.001);
        expect(y - r).toBeGreaterThanOrEqual(area.top - 0.001);
        expect(y + r).toBeLessThanOrEqual(area.bottom + 0.001);
      }
    }),
    { numRuns: 50 },
  );
});
