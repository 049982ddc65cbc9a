import fc from "fast-check";
import { expect, test } from "vitest";
import { markUnsupported } from "./check-support.ts";

const passages = ["Imke moves the crane on 3 May at 9", "Kofi pays 40 euros"];
const mark = (text: string) => markUnsupported(text, passages, "What does Ana ask?");

test.each([
  ["Imke moves it [1].", "Imke moves it [1]."],
  ["Then Kofi moves it [1].", "Then Kofi moves it [1].[?]"],
  ["It costs 41 euros [2].", "It costs 41 euros [2].[?]"],
  // The asker brought the name.
  ["So Ana pays 40 euros [2].", "So Ana pays 40 euros [2]."],
  // A sentence without a citation belongs to the next one that has one.
  ["It is in May. So Imke says [1].", "It is in May. So Imke says [1]."],
  ["It costs 40 euros [2]. It is 7 o'clock [1].", "It costs 40 euros [2]. It is 7 o'clock [1].[?]"],
])("marks a sentence whose names or figures its passage lacks: %s", (text, marked) => {
  expect(mark(text)).toBe(marked);
});

test("the number of a list's item is not a figure, and code is not a sentence", () => {
  const text = "1. Move the crane [1]\n12) Pay Kofi [2]\n- Pay Zoe [2]\n```\nrun 4711 Zoe\n```";
  expect(mark(text)).toBe(
    "1. Move the crane [1]\n12) Pay Kofi [2]\n- Pay Zoe [2][?]\n```\nrun 4711 Zoe\n```",
  );
});

test("adds marks and changes nothing else, whatever the text", () => {
  const piece = fc.constantFrom("[1]", "[2]", ". ", "Zoe", " 7", "\n", "1. ", "```", "Imke ", "é", "!", " ");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      expect(mark(text).replaceAll("[?]", "")).toBe(text);
    }),
    { numRuns: 30 },
  );
});
