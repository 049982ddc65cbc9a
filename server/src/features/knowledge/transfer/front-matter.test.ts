import { expect, test } from "vitest";
import { readFrontMatter } from "./front-matter.ts";

test.each([
  [
    "a map within a map",
    "---\ntitle: Crane\nmeta:\n  author:\n    name: Ines\ntags:\n  - tall\n  - heavy\n---\nText",
    { title: "Crane", tags: ["tall", "heavy"] },
    [3],
  ],
  [
    "a text of several lines",
    "---\nsummary: >\n  Lifts what\n  is heavy\ncssclass: wide\n---\nText",
    { summary: "Lifts what is heavy" },
    [5],
  ],
  [
    "comments and quotes",
    '---\n# made by hand\ntitle: "A # b" # c\ntags: tall, heavy\n---\nText',
    { title: "A # b", tags: ["tall", "heavy"] },
    [],
  ],
  [
    "a colon in a title, which is not valid",
    "---\ntitle: Crane: the big one\n---\nText",
    { title: "Crane: the big one" },
    [],
  ],
  [
    "what Obsidian writes: links, lists, a text in lines and empty values",
    "---\ntitle: Crane\naliases:\nup: [[Yard]]\ntags:\n  - yard/crane\nsummary: |-\n  Lifts R&D\n  and more\ncreated: 2026-01-02\n---\nText",
    { title: "Crane", tags: ["yard/crane"], summary: "Lifts R&D\nand more" },
    [3, 4, 10],
  ],
  [
    "maps and a text in lines next to a title that is not valid",
    "---\ntitle: Crane: the big one\n# seen in 2025\nmeta:\n  author:\n    name: Ines\nsummary: >-\n  Lifts what\n  - is heavy\ntags:\n  - tall\n---\nText",
    { title: "Crane: the big one", summary: "Lifts what - is heavy", tags: ["tall"] },
    [4],
  ],
  [
    "readers in a map next to a title that is not valid",
    "---\ntitle: Crane: the big one\nroles:\n  - Nurse\n    name: night\n---\nText",
    { title: "Crane: the big one", hasUnclearReaders: true },
    [],
  ],
  [
    "readers in a map, which are not understood",
    "---\ndepartments:\n  night: true\n---\nText",
    { hasUnclearReaders: true },
    [],
  ],
] as const)("reads a head with %s, and says what it leaves out", (_what, text, facts, unused) => {
  expect(readFrontMatter(text)).toMatchObject({ body: "Text", facts, unused });
});

test.each([
  ["brackets", `a: ${"[".repeat(20_000)}`],
  ["markers", `a:\n  ${"- ".repeat(10_000)}x`],
  ["aliases", `a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]`],
  ["aliases with other letters", `a: &é [x]\nb: [*é, *é]`],
  ["explicit keys", "? a\n".repeat(5_000)],
])("does not give a head full of %s to the library", (_what, head) => {
  const { body } = readFrontMatter(`---\n${head}\n---\nText`);
  expect(body.endsWith("Text")).toBe(true);
});
