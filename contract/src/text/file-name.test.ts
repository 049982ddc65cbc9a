import { expect, test } from "vitest";
import { fileNameOf } from "./file-name.ts";

test.each([
  ["a Hindi title with its vowel signs", "मीटिंग की योजना", "मीटिंग की योजना"],
  ["a Thai title with its tone marks", "ประชุมทีมที่ท่าเรือ", "ประชุมทีมที่ท่าเรือ"],
  ["an accent written as a mark of its own", "Cafe\u0301", "Café"],
  ["Arabic with vowel signs", "اجتِماعٌ", "اجتِماعٌ"],
  ["a Persian word with its joiner", "می\u200cخواهم", "می\u200cخواهم"],
  ["a path", '../Q3/plan: "final"?', "Q3-plan- -final"],
  ["a name that turns around", "exe.\u202egpj", "exe.-gpj"],
  ["a line break", "One\nTwo", "One-Two"],
  ["a device of Windows", "con", "con_"],
  ["nothing to keep", " ... ", "event"],
])("keeps %s", (_what, title, name) => {
  expect(fileNameOf(title, "event")).toBe(name);
});

test("cuts a long title between letters, never between a letter and its mark", () => {
  expect(fileNameOf(`${"a".repeat(79)}कि b`, "event")).toBe("a".repeat(79));
  expect(fileNameOf("🚢".repeat(90), "event")).toBe("🚢".repeat(80));
});
