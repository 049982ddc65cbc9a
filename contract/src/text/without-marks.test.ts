import { expect, it } from "vitest";
import { withoutMarks } from "./without-marks.ts";

it.each([
  [
    "Put it into the calendar *before* you book, **all** of it",
    "Put it into the calendar before you book, all of it",
  ],
  ["_So_ it is, ***both***, *one* *two*", "So it is, both, one two"],
  ["An ==important== word", "An important word"],
  ["> quoted\n* first\n* second", "quoted\n• first\n• second"],
  ["- first\n  - [x] nested\n- [ ] open", "• first\n• nested\n• open"],
  ["1. first\n2. second", "1. first\n2. second"],
  [
    "Rates:\n\n| Port | **Rate** |\n| :--- | ---: |\n| Lisbon | 1,204.33 |\n| Porto | |",
    "Rates:\n\nPort, Rate\nLisbon, 1,204.33\nPorto",
  ],
  ["[here](https://pelican.example/a_b_c) and `a*b*c`", "here and a*b*c"],
])("takes the marks from %j", (content, words) => {
  expect(withoutMarks(content)).toBe(words);
});

it.each([
  "2 * 3 * 4",
  "snake_case_word",
  "*.ts and *.js",
  "f(*args, *more)",
  "a*b*c",
  "a==b and c==d",
  "a == b == c",
  "***",
  "a | b",
  "---",
  "x || y",
])("leaves %j, which marks nothing", (content) => {
  expect(withoutMarks(content)).toBe(content);
});

it("reads a long text that only begins marks", () => {
  for (const part of ["| ", "-|", "- ", "==a ", ":-", "[ ", "[a](", "* ", "   "]) {
    const content = part.repeat(20_000);
    expect(withoutMarks(content).length).toBeLessThanOrEqual(content.length);
  }
});
