import { expect, test } from "vitest";
import { wrapLines } from "./wrap-lines.ts";

const wrap = (text: string, width: number, most: number) =>
  wrapLines(text, width, most, ({ length }) => length);

test("wraps at words and line breaks, and breaks a word that is wider than a line", () => {
  expect(wrap("one two\nthree", 8, 9)).toEqual(["one two", "three"]);
  expect(wrap("one two three", 8, 9)).toEqual(["one two", "three"]);
  expect(wrap("abcdefghij kl", 4, 9)).toEqual(["abcd", "efgh", "ij", "kl"]);
});

test("ends with an ellipsis where there is more than fits", () => {
  expect(wrap("one two three four", 8, 2)).toEqual(["one two", "three…"]);
  expect(wrap("one two three four", 7, 1)).toEqual(["one tw…"]);
});
