import { expect, test } from "vitest";
import { mostMarks } from "./most-marks.ts";
import { readMarkdown } from "./read-markdown.ts";

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index));

test("shows a long table of names with underscores, and a long list with bold words, as a table and a list", () => {
  const rows = lines(
    70,
    (index) => `| order_line_${index} | **the** _line_ | \`a_b\` order_line some_other_name _x_ ~~y~~ |`,
  );
  const table = readMarkdown(["| name | use | notes |", "| --- | --- | --- |", ...rows].join("\n"));
  expect(table?.map(({ kind }) => kind)).toEqual(["table"]);
  const list = readMarkdown(lines(300, (index) => `- **Step ${index}** of *all*`).join("\n"));
  expect(list?.map(({ kind }) => kind)).toEqual(["list"]);
  expect(readMarkdown("order_line_items ".repeat(2_000))?.map(({ kind }) => kind)).toEqual(["paragraph"]);
});

const many = (count: number) => lines(count, () => "| *a | _b | ~~c |");
const hostile: [what: string, text: string][] = [
  ["one paragraph", "*a_ ".repeat(300)],
  ["lines that only look like a table", ["| a | b | c |", "| --- | --- |", ...many(200)].join("\n")],
  ["lines after a table that a list has ended", ["| a | b |", "| - | - |", "- x", ...many(200)].join("\n")],
  ["items too deep to be any", ["- x", ...lines(300, () => "          - *a _b")].join("\n")],
  ["one cell", `| a |\n| --- |\n| ${"*a _b ".repeat(300)} |`],
];
test.each(hostile)("leaves %s with hundreds of marks as it was written", (_what, text) => {
  expect(mostMarks(text)).toBeGreaterThan(400);
  expect(readMarkdown(text)).toBeNull();
});

test("counts what a mark may look for its partner in: a cell, an item, a paragraph", () => {
  expect(mostMarks("| *a* | _b_ |\n| --- | --- |\n| **c** __d__ | e_f |")).toBe(4);
  expect(mostMarks("- *a*\n- *b*\n  - *c* *d*")).toBe(4);
  expect(mostMarks("a_b *c*\n*d*")).toBe(4);
});
