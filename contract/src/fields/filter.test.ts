import fc from "fast-check";
import { expect, test } from "vitest";
import {
  exactly,
  isFieldValueWanted,
  readFieldFilter,
  readWanted,
  withDaysOf,
  writeFieldFilter,
} from "./filter.ts";

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
  expect(isWanted({ amount: 120_050, currency: "EUR" }, "1000.. USD", ".. CHF")).toBe(false);
  expect(isWanted({ amount: 120_050, currency: "EUR" }, ".. EUR")).toBe(true);
  const [sent, paid] = [
    { text: "Sent", isDone: true },
    { text: "Paid", isDone: false },
  ];
  expect([isWanted([sent, paid], "done"), isWanted([sent, paid], "open")]).toEqual([false, true]);
  expect([isWanted([sent], "done"), isWanted([sent], "open"), isWanted(null, "done")]).toEqual([
    true,
    false,
    false,
  ]);
  // Texts and ranges that no index finds: one of each for a field.
  expect(readFieldFilter("own_a=~x&own_a=~y&own_a=1..2&own_a=3..&own_a=B")).toEqual({
    own_a: ["~x", "1..2", "B"],
  });
  expect(readFieldFilter("task=1&own_a=1&own_a=1&__proto__=x&Own=2")).toEqual({ task: ["1"], own_a: ["1"] });
});

test("days that follow the calendar are read as they are today", () => {
  const filter = {
    own_day: ["today-7..today", ""],
    own_name: ["today", "~today+1"],
    own_end: ["..today+30"],
  };
  expect(readFieldFilter(writeFieldFilter(filter))).toEqual(filter);
  expect(withDaysOf(filter, "2026-12-30")).toEqual({
    own_day: ["2026-12-23..2026-12-30", ""],
    own_name: ["today", "~today+1"],
    own_end: ["..2027-01-29"],
  });
  expect(readWanted(exactly("today-7..today"))).toEqual({ is: "equal", value: "today-7..today" });
});
