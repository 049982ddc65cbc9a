import { expect, test } from "vitest";
import { findExcess } from "./find-excess.ts";

test.each([
  ["a procedure of 200 steps", ":::step{#a}\nTitle\n\n- one\n- two\n:::\n\n".repeat(200)],
  ["a long flat list", "- item\n".repeat(5_000)],
  ["spans 30 deep", `${"**_~~".repeat(30)}a${"~~_**".repeat(30)}`],
  ["code that is indented deeply", `\`\`\`\n${`${" ".repeat(200)}return;\n`.repeat(4_000)}\`\`\``],
  ["a rule, and text that begins like a marker", "- - -\n* * *\n-1 degree\n2024.\n::: \n".repeat(500)],
  ["a long line of dashes", `${"-".repeat(100_000)}\n${"> ".repeat(30)}end`],
])("%s is read", (_what, markdown) => {
  expect(findExcess(markdown)).toBeUndefined();
});

test("counts what follows a marker in its list, and forgets the list after it", () => {
  const list = Array.from({ length: 20 }, (_, index) => `${"  ".repeat(index)}- a`).join("\n");
  expect(findExcess(`${list}\n${" ".repeat(40)}${"> ".repeat(13)}b`)).toContain("32 levels");
  expect(findExcess(`${list}\n\nEnd.\n\n${" ".repeat(40)}${"> ".repeat(13)}b`)).toBeUndefined();
});
