import fc from "fast-check";
import { expect, test } from "vitest";
import { maxJsonDepth, parseJson } from "./parse-json.ts";

test("reads every JSON as it is", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test("counts no bracket within a text", () => {
  const text = JSON.stringify({ a: "[".repeat(500), b: `\\"${"{".repeat(500)}`, c: "\\" });
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test("refuses deeply nested JSON", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(parseJson(nested(maxJsonDepth))).toBeDefined();
  for (const depth of [maxJsonDepth + 1, 500_000])
    expect(() => parseJson(nested(depth))).toThrow("nested too deep");
  expect(() => parseJson(`${'{"a":'.repeat(500_000)}1`)).toThrow("nested too deep");
});
