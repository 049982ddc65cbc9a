import { expect, it } from "vitest";
import { nearMark } from "./near-mark.ts";

const found = (text: string, word: string) => {
  const at = text.indexOf(word);
  const near = nearMark({ text, marks: [[at, at + word.length]] });
  return { text: near.text, marked: near.marks.map(([start, end]) => near.text.slice(start, end)) };
};

it("starts at a word shortly before a distant match", () => {
  const text = "Notes of the meeting on Monday are with the others, and on the pipeline there is news";
  expect(found(text, "pipeline")).toEqual({
    text: "…the others, and on the pipeline there is news",
    marked: ["pipeline"],
  });
});

it("keeps a text whose match is visible anyway", () => {
  expect(found("Notes are on the pipeline", "pipeline").text).toBe("Notes are on the pipeline");
  const none = { text: "long ".repeat(40), marks: [] };
  expect(nearMark(none)).toBe(none);
});

it("begins with a whole character where a text has no words", () => {
  const text = `${"\u{1F6A2}".repeat(40)}.quay`;
  const near = found(text, "quay");
  expect(near.text).toBe(`…${"\u{1F6A2}".repeat(11)}.quay`);
  expect(near.marked).toEqual(["quay"]);
});
