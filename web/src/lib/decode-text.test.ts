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

test.each([
  [
    "Windows-1251",
    "d1eaebe0e43bd1f0eeea0ad5eeebeee4edfbe920f1eaebe0e43be7e0e2f2f0e00a",
    "Склад;Срок\nХолодный склад;завтра\n",
  ],
  [
    "Shift JIS",
    "96bc914f3b8afa8cc00a82e882f182b282cc91718cc93b82a082b582bd0a",
    "名前;期限\nりんごの倉庫;あした\n",
  ],
  [
    "GB 18030",
    "c3fbb3c63bc8d5c6da0ac9cfbaa3b5c4c0e4bfe23bbdf1ccecbbb9cac7c3f7ccec0a",
    "名称;日期\n上海的冷库;今天还是明天\n",
  ],
] as const)("a table in %s keeps its letters", (encoding, hex, expected) => {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  expect(decodeText(bytes)).toEqual({ text: expected, encoding, isGuessed: true });
});

test("the beginning of a file may end within a character", () => {
  const bytes = new TextEncoder().encode("Kühlhaus ü").subarray(0, -1);
  expect(decodeText(bytes, { isBeginning: true })).toMatchObject({ text: "Kühlhaus ", encoding: "UTF-8" });
});
