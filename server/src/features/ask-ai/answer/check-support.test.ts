import fc from "fast-check";
import { expect, test } from "vitest";
import { markUnsupported } from "./check-support.ts";

const passages = [
  {
    text: "Imke moves the crane on 3 May at 9",
    origin: "Created by: Ruth Okoro",
    names: ["Ruth Okoro", "Imke"],
  },
  { text: "Kofi pays 40 euros", origin: "", names: ["Kofi"] },
  { text: "The invoice is over 1,284.01 euros and is for all of the staff", origin: "", names: [] },
  { text: "Der Kran wird am Montag von Imke geprüft", origin: "", names: ["Imke"] },
];
const mark = (text: string) => markUnsupported(text, passages, "What does Ana ask?");

test.each([
  ["Imke moves it [1].", "Imke moves it [1]."],
  ["Then Kofi moves it [1].", "Then Kofi moves it [1].[?]"],
  ["It costs 41 euros [2].", "It costs 41 euros [2].[?]"],
  // The asker brought the name.
  ["So Ana pays 40 euros [2].", "So Ana pays 40 euros [2]."],
  // A sentence without a citation belongs to the next one that has one.
  ["It is in May. So Imke says [1].", "It is in May. So Imke says [1]."],
  ["Kofi moves it [1].", "Kofi moves it [1].[?]"],
  // The author of a text is not the person who does what it says.
  ["Ruth moves the crane [1].", "Ruth moves the crane [1].[?]"],
  ["The task of the crane was created by Ruth [1].", "The task of the crane was created by Ruth [1]."],
  ["The staff pay 1284.01 euros [3].", "The staff pay 1284.01 euros [3]."],
  ["The invoice is over 1.284,01 euros [3].", "The invoice is over 1.284,01 euros [3]."],
  ["The invoice is over 1284 euros and 2 cents [3].", "The invoice is over 1284 euros and 2 cents [3].[?]"],
  ["You may bring your dog to the office [3].", "You may bring your dog to the office [3].[?]"],
  ["Imke moves the crane [1]. Kofi sings.", "Imke moves the crane [1]. Kofi sings.[?]"],
  ["The passages do not say who pays.", "The passages do not say who pays."],
  ["Imke prüft den Kran am Montag [4].", "Imke prüft den Kran am Montag [4]."],
  ["Kofi prüft den Kran am Montag [4].", "Kofi prüft den Kran am Montag [4].[?]"],
  ["Das Mittagessen ist für die Gäste umsonst [4].", "Das Mittagessen ist für die Gäste umsonst [4].[?]"],
  // A German answer from an English source.
  ["Der Umzug des Krans ist am 3. Mai durch Imke [1].", "Der Umzug des Krans ist am 3. Mai durch Imke [1]."],
  ["It costs 40 euros [2]. It is 7 o'clock [1].", "It costs 40 euros [2]. It is 7 o'clock [1].[?]"],
])("marks a sentence that its source does not support: %s", (text, marked) => {
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
