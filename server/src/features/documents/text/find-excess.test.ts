import { expect, test } from "vitest";
import { findExcess } from "./find-excess.ts";

test.each([
  ["a procedure of 200 steps", ":::step{#a}\nTitle\n\n- one\n- two\n:::\n\n".repeat(200)],
  ["a long flat list", "- item\n".repeat(5_000)],
  ["spans 30 deep", `${"**_~~".repeat(30)}a${"~~_**".repeat(30)}`],
  ["code that is indented deeply", `\`\`\`\n${`${" ".repeat(200)}return;\n`.repeat(4_000)}\`\`\``],
  ["a rule, and text that begins like a marker", "- - -\n* * *\n-1 degree\n2024.\n::: \n".repeat(500)],
  ["a long line of dashes", `${"-".repeat(100_000)}\n${"> ".repeat(30)}end`],
  [
    "a table of 300 rows with names and emphasis",
    `| name | use |\n| --- | --- |\n${"| order_line_item | **the** _line_ of `a_b` [link](https://a.test) |\n".repeat(300)}`,
  ],
  ["a list of 1,500 links", "- [Name](https://a.test/a_b) **bold**\n".repeat(1_500)],
  ["code full of marks", `\`\`\`ts\n${"a[i][j] * b[k] ** c_d;\n".repeat(3_000)}\`\`\`\n`],
])("%s is read", (_what, markdown) => {
  expect(findExcess(markdown)).toBeUndefined();
});

test.each([
  ["emphasis", "*a_".repeat(60_000)],
  ["struck words", "~~a".repeat(60_000)],
  ["links", "[a](".repeat(60_000)],
  ["highlighted words", "==a ".repeat(60_000)],
  ["notes", "[^1]".repeat(60_000)],
  [
    "runs of backticks",
    Array.from({ length: 4_500 }, (_, index) => `${"`".repeat((index % 80) + 1)}a`).join(""),
  ],
  ["references", `${"[a]: b\n".repeat(10_000)}${"[a] ".repeat(10_000)}`],
  ["emphasis in many paragraphs", `${"*a_".repeat(1_500)}\n\n`.repeat(80)],
  ["emphasis after code that its list has ended", `- x\n  \`\`\`\n${"*a_".repeat(60_000)}`],
  ["emphasis after code that its callout has ended", `:::note\n\`\`\`\n:::\n${"*a_".repeat(60_000)}`],
])("finds that a text has more %s than can be read in a reasonable time", (_what, markdown) => {
  expect(findExcess(markdown)).toContain("4,000 marks");
});

test("finds that a table has too many columns", () => {
  expect(findExcess(`${"|a".repeat(10_000)}\n${"|-".repeat(10_000)}\n`)).toContain("500 columns");
});

test("counts items after a marker within its list only", () => {
  const list = Array.from({ length: 20 }, (_, index) => `${"  ".repeat(index)}- a`).join("\n");
  expect(findExcess(`${list}\n${" ".repeat(40)}${"> ".repeat(13)}b`)).toContain("32 levels");
  expect(findExcess(`${list}\n\nEnd.\n\n${" ".repeat(40)}${"> ".repeat(13)}b`)).toBeUndefined();
});
