import { expect, test } from "vitest";
import { compareWords } from "./compare-words.ts";

const said = (before: string, after: string) =>
  compareWords(before, after).blocks.map(({ runs }) =>
    runs.map(({ kind, text }) => ({ same: text, added: `+${text}`, removed: `-${text}` })[kind]).join("|"),
  );

test("shows only the paragraphs that differ, by their words", () => {
  const before = "Check first.\n\nBilling needs Kofi or a second approver.\n\nEnd.";
  const after = "Check first.\n\nBilling needs a second approver.\n\nEnd.\n\nOne more.";
  expect(said(before, after)).toEqual(["Billing needs |-Kofi or |a second approver.", "+One more."]);
  expect(compareWords(before, after)).toMatchObject({ added: 2, removed: 2 });
});

test("says nothing of equal texts, and all of texts without anything in common", () => {
  expect(said("Same", "Same\n\n\n")).toEqual([]);
  expect(said("", "New")).toEqual(["+New"]);
  expect(said("Old", "")).toEqual(["-Old"]);
});

test("takes long texts with nothing in common without comparing every word", () => {
  const words = (word: string) => Array.from({ length: 9000 }, (_, index) => `${word}${index}`).join(" ");
  expect(compareWords(words("a"), words("b"))).toMatchObject({ added: 9000, removed: 9000 });
});
