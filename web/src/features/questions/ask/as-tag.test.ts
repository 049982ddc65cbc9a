import { tagNameMaxLength } from "@atoll/contract/questions/limits";
import { tagNameSchema } from "@atoll/contract/questions/schemas";
import { expect, test } from "vitest";
import { asTag } from "./as-tag.ts";

const tag = (text: string) => asTag(text, tagNameMaxLength);

test.each([
  ["Go Live", "go-live"],
  ["  go -- live! ", "go-live"],
  ["node.js", "node.js"],
  ["a + b", "a-b"],
  ["c++", "c"],
  [".net", "net"],
  ["#deploys", "deploys"],
  ["café".normalize("NFD"), "café".normalize("NFC")],
  ["हिन्दी", "हिन्दी"],
  ["\u0301accent", "accent"],
  ["🛶", ""],
])("%j is the tag %j", (typed, name) => {
  expect(tag(typed)).toBe(name);
});

test("turns any input into a valid tag, and keeps the spelling of existing tags", () => {
  const typed = [
    `${"x".repeat(31)} y`,
    `${"𝒜".repeat(15)}-𝒜𝒜`,
    "İstanbul",
    "ﷺ tides",
    `${"é".normalize("NFD").repeat(40)}`,
    "-.-a.-+b-.",
    "1.2.3",
  ];
  for (const text of typed) {
    const name = tag(text);
    expect(tagNameSchema.parse(name)).toBe(name);
    expect(tag(name)).toBe(name);
  }
});
