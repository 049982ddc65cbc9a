import { expect, test } from "vitest";
import { countWords, plainText, readingMinutes, readOutline } from "./outline.ts";

test.each([
  ["สวัสดี ชาวโลก", "สวัสดี-ชาวโลก"],
  ["हिन्दी में लेख", "हिन्दी-में-लेख"],
  ["مُحَمَّد", "مُحَمَّد"],
  ["שָׁלוֹם", "שָׁלוֹם"],
])("keeps the vowel signs of %s in its anchor", (heading, anchor) => {
  expect(readOutline(`# ${heading}`).headings[0]?.anchor).toBe(anchor);
});

test("numbers the anchors of equal headings, and ignores headings in code", () => {
  const { headings } = readOutline(
    "# One\n\n## Same\n\n```\n# not this\n```\n\n## Same ##\n\n### *Marked* [link](/x)",
  );
  expect(headings).toEqual([
    { level: 1, text: "One", anchor: "one" },
    { level: 2, text: "Same", anchor: "same" },
    { level: 2, text: "Same", anchor: "same-2" },
    { level: 3, text: "Marked link", anchor: "marked-link" },
  ]);
});

test("reads steps with the ids that are stored, and titles from their first lines", () => {
  const text =
    ":::step{#a}\n**Check** first\n\nText\n:::\n\n:::step{#b}\n\n### Then\n:::\n\n````\n:::step{#c}\n```\n:::step{#d}\n````";
  expect(readOutline(text).steps).toEqual([
    { id: "a", title: "Check first" },
    { id: "b", title: "Then" },
  ]);
});

test("parts the text by its headings, the first part without one", () => {
  const { sections, words } = readOutline("Before\n\n## After\n\nTwo words");
  expect(sections.map(({ heading, text }) => [heading?.anchor ?? null, text])).toEqual([
    [null, "Before"],
    ["after", "Two words"],
  ]);
  expect(words).toBe(4);
  expect(readingMinutes(0)).toBe(1);
});

test("leaves the markup of steps out of a section's text, but not out of code", () => {
  const text = ":::step{#a}\n**Check**\n\nLook.\n:::\n\n```\n:::step{#b}\n:::\n```";
  expect(readOutline(text).sections[0]?.text).toBe("**Check**\n\nLook.\n\n```\n:::step{#b}\n:::\n```");
});

test("leaves the marks of callouts and toggles out of a section's text", () => {
  expect(readOutline("::::toggle\nLine\n\n:::note\nMind\n:::\n::::").sections[0]?.text).toBe("Line\n\nMind");
});

test("stays linear on hostile text", () => {
  for (const text of ["#".repeat(200_000), "[".repeat(200_000), "`".repeat(200_000), "> ".repeat(100_000)])
    expect(readOutline(`# ${text}`).sections.length).toBeGreaterThan(0);
});

test("reads the words of a heading without its marks and escapes", () => {
  expect(plainText("**Bold** [link](https://example.org) `code`")).toBe("Bold link code");
  expect(plainText("__Bold__ _word_ call_first a__b 2 * 3 ~~gone~~")).toBe(
    "Bold word call_first a__b 2 * 3 gone",
  );
  expect(plainText("==Lit== words, a == b \\== c")).toBe("Lit words, a == b == c");
  expect(plainText("config\\_file \\# 2 &#x26; 3 \\*")).toBe("config_file # 2 & 3 *");
  expect(plainText("one<br>two &#x110000; \\\\")).toBe("one two  \\");
});

test("counts text without spaces by its letters", () => {
  expect(countWords("A café, isn't it? - 42")).toBe(5);
  expect(countWords("一二三四五六七八九十。")).toBe(5);
  expect(countWords("用 Atoll 写字")).toBe(3);
  expect(readingMinutes(countWords("字".repeat(2_200)))).toBe(5);
});
