import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";

const text = "Name;Stage\nKühlhaus Ærø;Asked\n";
const wide = (isLittle: boolean, mark: boolean) =>
  Uint8Array.from(
    [...(mark ? "\uFEFF" : ""), ...text].flatMap((letter) => {
      const code = letter.charCodeAt(0);
      return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255];
    }),
  );

test.each([
  ["UTF-8", new TextEncoder().encode(text), false],
  ["UTF-8", new TextEncoder().encode(`\uFEFF${text}`), false],
  ["Windows-1252", Uint8Array.from([...text].map((letter) => letter.charCodeAt(0))), true],
  ["UTF-16", wide(true, true), false],
  ["UTF-16", wide(false, true), false],
  ["UTF-16", wide(true, false), false],
  ["UTF-16", wide(false, false), false],
] as const)("a file in %s keeps its letters", (encoding, bytes, isGuessed) => {
  expect(decodeText(bytes)).toEqual({ text, encoding, isGuessed });
});

test("the beginning of a file may end within a character", () => {
  const bytes = new TextEncoder().encode("Kühlhaus ü").subarray(0, -1);
  expect(decodeText(bytes, { isBeginning: true })).toMatchObject({ text: "Kühlhaus ", encoding: "UTF-8" });
});
