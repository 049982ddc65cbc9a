import { canvasTextMaxLength } from "@atoll/contract/documents/canvas-limits";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fitsNote, linesOf, piecesOf } from "./split-text.ts";

const anyText = fc.array(fc.constantFrom("a", "word", " ", "\n", "😀", "\r\n", "x".repeat(700)), {
  maxLength: 60,
});
const letters = (text: string) => text.replace(/\s+/g, "");

test("splits text into notes that fit, without losing characters", () => {
  fc.assert(
    fc.property(anyText, (parts) => {
      const text = parts.join("");
      for (const pieces of [piecesOf(text), linesOf(text)]) {
        expect(pieces.every((piece) => fitsNote(piece) && piece.trim() !== "")).toBe(true);
        expect(letters(pieces.join(""))).toBe(letters(text));
      }
    }),
  );
});

test("200 lines are 200 notes, and 3,000 letters are notes that end with whole words", () => {
  expect(linesOf(Array.from({ length: 200 }, (_, index) => `Line ${index}`).join("\n"))).toHaveLength(200);
  const pieces = piecesOf("words ".repeat(500));
  expect(pieces).toHaveLength(4);
  expect(pieces.every((piece) => piece.endsWith("words"))).toBe(true);
  expect(piecesOf("x".repeat(3 * canvasTextMaxLength))).toHaveLength(3);
});
