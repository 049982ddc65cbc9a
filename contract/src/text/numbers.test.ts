import { expect, test } from "vitest";
import {
  type DecimalMark,
  decimalMarkOf,
  isAmbiguousNumber,
  readAmount,
  readNumber,
  writeNumber,
} from "./numbers.ts";

test("the language decides the decimal mark", () => {
  expect(["en-GB", "de-DE", "fr-FR", "ja-JP", "tr-TR"].map(decimalMarkOf)).toEqual([".", ",", ",", ".", ","]);
});

test.each<[text: string, english: number | undefined, german: number | undefined]>([
  ["42,000", 42_000, 42],
  ["42.000", 42, 42_000],
  ["1.500", 1.5, 1500],
  ["42,50", 42.5, 42.5],
  ["42.5", 42.5, 42.5],
  ["1,200.50", 1200.5, 1200.5],
  ["1.200,50", 1200.5, 1200.5],
  ["1 200,5", 1200.5, 1200.5],
  ["1\u202F200", 1200, 1200],
  ["1'200.50", 1200.5, 1200.5],
  ["\u22123,5", -3.5, -3.5],
  ["-1,234,567", -1_234_567, -1_234_567],
  ["0x10", undefined, undefined],
  ["1e5", undefined, undefined],
  ["1,2,3", undefined, undefined],
  ["1.200.5", undefined, undefined],
  ["12,00.5", undefined, undefined],
  ["Infinity", undefined, undefined],
  ["", undefined, undefined],
])("reads %j", (text, english, german) => {
  expect([readNumber(text, "."), readNumber(text, ",")]).toEqual([english, german]);
  expect(isAmbiguousNumber(text)).toBe(english !== german);
});

test.each<[text: string, mark: DecimalMark, expected: object | undefined]>([
  ["42.000 EUR", ",", { amount: 4_200_000, currency: "EUR" }],
  ["42,000 EUR", ".", { amount: 4_200_000, currency: "EUR" }],
  ["42,50 EUR", ".", { amount: 4250, currency: "EUR" }],
  ["eur 1.5", ".", { amount: 150, currency: "EUR" }],
  ["€ 1.200,50", ".", { amount: 120_050, currency: "EUR" }],
  ["12.50 chf", ",", { amount: 1250, currency: "CHF" }],
  ["7", ",", { amount: 700, currency: "EUR" }],
  ["0x10 EUR", ".", undefined],
  ["EUR 7 USD", ".", undefined],
  ["1.2345 EUR", ".", undefined],
])("reads the amount %j", (text, mark, expected) => {
  expect(readAmount(text, mark, "EUR")).toEqual(expected);
});

test("a number that is written is read again, with either mark", () => {
  for (const value of [0, -3, 1500, 1.5, 1.125, -12.125, 1234.5678, 0.001])
    for (const mark of [".", ","] as const) {
      const text = writeNumber(value, mark);
      expect([readNumber(text, "."), readNumber(text, ",")]).toEqual([value, value]);
    }
});
