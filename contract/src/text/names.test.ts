import { describe, expect, test } from "vitest";
import { nameSchema, nameTexts } from "./names.ts";

const schema = nameSchema(40);
const said = (name: string) => schema.safeParse(name).error?.issues.map(({ message }) => message);

describe("a name that people choose", () => {
  test.each([
    "Ada Quay",
    "José Ñandú-O'Neill",
    "مرجان\u200cپور",
    "क्\u200dष",
    "Łódź ❤️ 1️⃣",
    "👩‍💻 Front\u2011end",
    "团队 中文",
    "R&D (EU) #2 | ops",
  ])("may be %j", (name) => {
    expect(said(name)).toBeUndefined();
  });

  test.each([
    ["a line break", "Ada\nQuay"],
    ["a tab", "Ada\tQuay"],
    ["NUL", "Ada\0"],
    ["a space of no width", "Ada\u200bQuay"],
    ["a joiner between Latin letters", "Ada\u200dQuay"],
    ["a change of direction", "Ada \u202eyauQ"],
    ["an isolate", "\u2066Ada\u2069"],
    ["a soft hyphen", "Ada\u00adQuay"],
    ["a filler of Hangul", "\u3164"],
    ["a blank of braille", "\u2800"],
    ["a tag", "Ada\u{e0041}"],
    ["a selector of variants", "Ada\ufe0f"],
    ["half a character", "Ada\ud800"],
    ["a character of nobody's", "Ada\ue000"],
    ["a separator of paragraphs", "Ada\u2029Quay"],
    ["marks alone", "\u0301\u0302"],
  ])("is refused with %s", (_what, name) => {
    expect(said(name)).toEqual([nameTexts.unseen]);
  });

  test("is written in one way: spaces, and letters with their marks", () => {
    expect(schema.parse("\u00a0 Ade\u0301le \u2003 Quay\u3000")).toBe("Adéle Quay");
  });

  test("has a first and a last character", () => {
    expect(said(" \u00a0 ")).toEqual(["Name is required"]);
    expect(said("x".repeat(41))).toEqual(["Use at most 40 characters"]);
    expect(said("e\u0301".repeat(40))).toBeUndefined();
  });
});
