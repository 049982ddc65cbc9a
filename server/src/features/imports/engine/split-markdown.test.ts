import { expect, test } from "vitest";
import { splitMarkdown } from "./split-markdown.ts";

const numbered = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index));

test("gives back all lines of code that is longer than a part, as code in each part", () => {
  const code = numbered(60, (index) => (index % 3 === 0 ? "" : index % 3 === 1 ? `# line ${index}` : "```"));
  const parts = splitMarkdown(["Before", "", "~~~~ts", ...code, "~~~~", "", "After"].join("\n"), 120);
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(120);
  const lines = parts.flatMap((part) => part.split("\n").filter((line) => !line.startsWith("~~~~")));
  expect(lines.filter((line) => line !== "")).toEqual([
    "Before",
    ...code.filter((line) => line !== ""),
    "After",
  ]);
  for (const part of parts.slice(1))
    expect(part.split("\n").filter((line) => line.startsWith("~~~~"))).toEqual(["~~~~ts", "~~~~"]);
});

test("repeats the head of a table, and keeps boxes and items of lists together", () => {
  const rows = numbered(20, (index) => `| ${index} | cell |`);
  const table = splitMarkdown(["| A | B |", "| --- | --- |", ...rows].join("\n"), 100);
  expect(table.length).toBeGreaterThan(2);
  for (const part of table) expect(part.startsWith("| A | B |\n| --- | --- |\n| ")).toBe(true);
  expect(table.flatMap((part) => part.split("\n").slice(2))).toEqual(rows);

  const inBox = numbered(20, (index) => `Paragraph ${index}`);
  const boxes = splitMarkdown([":::note", inBox.join("\n\n"), ":::"].join("\n"), 100);
  for (const part of boxes) expect(part).toMatch(/^:::note\n[^:]+\n:::$/);
  expect(boxes.flatMap((part) => part.match(/Paragraph \d+/g))).toEqual(inBox);

  const items = numbered(20, (index) => `- item ${index}\n\n  \`\`\`\n  code ${index}\n\n  \`\`\``);
  const list = splitMarkdown(items.join("\n\n"), 150);
  for (const part of list) expect(part).toMatch(/^- item/);
  expect(list.join("\n\n")).toBe(items.join("\n\n"));
});

test("cuts a line without end between its words, and never within a character", () => {
  expect(splitMarkdown("one two three four", 9).map((part) => part.trim())).toEqual([
    "one two",
    "three",
    "four",
  ]);
  const parts = splitMarkdown(`x${"😀".repeat(30)}`, 10);
  expect(parts.join("")).toBe(`x${"😀".repeat(30)}`);
  for (const part of parts) expect(part.isWellFormed()).toBe(true);
});
