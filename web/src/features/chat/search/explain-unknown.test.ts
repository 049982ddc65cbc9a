import { expect, it } from "vitest";
import { explainUnknown } from "./explain-unknown.ts";

it.each([
  ["harbour from:ruth in:#deploys before:2026-11-01 has:file is:starred", null],
  ["https://atoll.example at 10:30, -form:ruth and from:", null],
  [
    "form:ruth",
    /"form:ruth" is looked for as a word: there is no operator form:\. There are from:, .* and is:\./,
  ],
  ["before:soon", /takes a day/],
  ["has:pdf", /takes has:file or has:link/],
  ["is:task", /takes is:starred/],
])("says of %s what is no operator", (query, expected) => {
  if (expected === null) expect(explainUnknown(query)).toBeNull();
  else expect(explainUnknown(query)).toMatch(expected);
});
