import fc from "fast-check";
import { expect, test } from "vitest";
import { createNoise } from "./noise.ts";
import { drawAtoll } from "./shapes.ts";

const places = [{ degrees: 10, length: 60, width: 40 }];

test("draws the same map for the same seed, and a different one for another", () => {
  expect(drawAtoll(3, places)).toEqual(drawAtoll(3, places));
  expect(drawAtoll(3, places)).not.toEqual(drawAtoll(4, places));
});

test("every line is drawn with real numbers, whatever the seed", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { sea, depths, lagoon, reef, reefTop, islets } = drawAtoll(seed, places);
      const lines = [
        ...sea,
        ...depths,
        lagoon,
        reef,
        reefTop,
        ...islets.flatMap((islet) => [islet.beach, islet.green]),
      ];
      for (const line of lines) expect(line).toMatch(/^M[-\d.,]+(C[-\d., ]+)+Z$/);
    }),
    { numRuns: 20 },
  );
});

test("the noise stays between -1.1 and 1.1 and has no jumps", () => {
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: -50, max: 50, noNaN: true }), (seed, x) => {
      const noise = createNoise(seed);
      const value = noise(x, 0.5, 0.25);
      expect(Math.abs(value)).toBeLessThanOrEqual(1.1);
      expect(Math.abs(noise(x + 0.001, 0.5, 0.25) - value)).toBeLessThan(0.02);
    }),
  );
});
