import fc from "fast-check";
import { expect, test } from "vitest";
import { exactly, isFieldValueWanted, readFieldFilter, readWanted, writeFieldFilter } from "./filter.ts";

test("a filter is read as it was written, whatever the texts of its options", () => {
  const name = fc.stringMatching(/^own_[a-z0-9]{1,8}$/);
  const option = fc.string({ maxLength: 40 }).filter((text) => !text.includes("\0") && text.isWellFormed());
  const values = fc.uniqueArray(option, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.dictionary(name, values, { maxKeys: 5 }), (filter) => {
      const exact = Object.fromEntries(Object.entries(filter).map(([key, all]) => [key, all.map(exactly)]));
      expect(readFieldFilter(writeFieldFilter(exact))).toEqual({ ...exact });
      for (const one of Object.values(filter).flat())
        if (one !== "") expect(readWanted(exactly(one))).toEqual({ is: "equal", value: one });
    }),
    { numRuns: 60 },
  );
});

test("values are compared by what they are", () => {
  const isWanted = (value: Parameters<typeof isFieldValueWanted>[0], ...wanted: string[]) =>
    isFieldValueWanted(value, wanted);
  expect(isWanted("Large", "Small", "Large")).toBe(true);
  expect(isWanted(["Web", "App"], "App")).toBe(true);
  expect(isWanted(null, "Large", "")).toBe(true);
  expect(isWanted(true, "true")).toBe(true);
  expect(isWanted({ amount: 120_050, currency: "EUR" }, "1200.5..1200.5")).toBe(true);
  expect(isWanted(-3, "..-2")).toBe(true);
  expect(isWanted("2026-11-20", "2026-11-21..")).toBe(false);
  expect(isWanted("The long Pier", "~PIER")).toBe(true);
  expect(isWanted(undefined, "~pier", "1..2", "Large")).toBe(false);
  // Texts and ranges that no index finds: one of each for a field.
  expect(readFieldFilter("own_a=~x&own_a=~y&own_a=1..2&own_a=3..&own_a=B")).toEqual({
    own_a: ["~x", "1..2", "B"],
  });
  expect(readFieldFilter("task=1&own_a=1&own_a=1&__proto__=x&Own=2")).toEqual({ task: ["1"], own_a: ["1"] });
});
