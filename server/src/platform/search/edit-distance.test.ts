import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance, wordsOneSlipAway } from "./edit-distance.ts";

test.each([
  ["deploy", "deploy", 0],
  ["deplyo", "deploy", 1],
  ["kichen", "kitchen", 1],
  ["recieve", "receive", 1],
  ["tomorow", "tomorrow", 1],
  ["anouncment", "announcement", 2],
  ["heron", "harbour", 4],
])("%s and %s: %i", (one, other, slips) => {
  expect(editDistance(one, other, 3)).toBe(slips);
  expect(editDistance(other, one, 3)).toBe(slips);
});

test("generates exactly the words at edit distance one", () => {
  const word = fc.stringMatching(/^[a-e]{1,6}$/);
  fc.assert(
    fc.property(word, word, (one, other) => {
      const near = wordsOneSlipAway(one);
      expect(near.includes(other)).toBe(editDistance(one, other, 1) === 1);
    }),
  );
  for (const near of wordsOneSlipAway("прилив")) expect(editDistance("прилив", near, 2)).toBe(1);
});
