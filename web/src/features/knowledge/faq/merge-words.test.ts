import { expect, test } from "vitest";
import { mergeWords } from "./merge-words.ts";

const base = "Install the profile. Then sign in with your email.";

test("keeps both edits where they are in different places", () => {
  const mine = "Install the new profile. Then sign in with your email.";
  const theirs = "Install the profile. Then sign in with your work email.";
  const both = "Install the new profile. Then sign in with your work email.";
  expect(mergeWords(base, mine, theirs)).toBe(both);
  expect(mergeWords(base, theirs, mine)).toBe(both);
});

test("applies an edit made by both once, and an edit made by one completely", () => {
  const edited = "Install it. Then sign in with your email.";
  expect(mergeWords(base, edited, edited)).toBe(edited);
  expect(mergeWords(base, base, edited)).toBe(edited);
  expect(mergeWords(base, edited, base)).toBe(edited);
  const more = "Install it. Then sign in with your phone.";
  expect(mergeWords(base, edited, more)).toBe(more);
});

test("refuses to choose where both changed the same words, or added at the same place", () => {
  expect(mergeWords("one two", "one three", "one four")).toBeNull();
  expect(mergeWords("one two", "one new two", "one other two")).toBeNull();
  expect(mergeWords("one two", "one", "one three")).toBeNull();
});

test("gives up on texts that are too long to compare", () => {
  const long = "a ".repeat(3000);
  expect(mergeWords(long, `${long}b`, `c ${long}`)).toBeNull();
});
