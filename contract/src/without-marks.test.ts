import { expect, it } from "vitest";
import { withoutMarks } from "./without-marks.ts";

it.each([
  [
    "Put it into the calendar *before* you book, **all** of it",
    "Put it into the calendar before you book, all of it",
  ],
  ["_So_ it is, ***both***, *one* *two*", "So it is, both, one two"],
  ["> quoted\n* first\n* second", "quoted\nfirst\nsecond"],
  ["[here](https://pelican.example/a_b_c) and `a*b*c`", "here and a*b*c"],
])("takes the marks from %j", (content, words) => {
  expect(withoutMarks(content)).toBe(words);
});

it.each(["2 * 3 * 4", "snake_case_word", "*.ts and *.js", "f(*args, *more)", "a*b*c", "***"])(
  "leaves %j, which marks nothing",
  (content) => {
    expect(withoutMarks(content)).toBe(content);
  },
);
