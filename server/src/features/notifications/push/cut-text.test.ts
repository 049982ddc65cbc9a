import fc from "fast-check";
import { expect, test } from "vitest";
import { cutText, jsonBytes } from "./cut-text.ts";

test("a text is cut between characters as people see them", () => {
  const family = "👨‍👩‍👧‍👦";
  expect(cutText(`ab${family}`, 10)).toBe("ab…");
  expect(cutText(`ab${family}`, 2 + jsonBytes(family))).toBe(`ab${family}`);
  expect(cutText("short", 100)).toBe("short");
});

test("a cut text never exceeds the number of bytes, whatever it contains", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 200 });
  fc.assert(
    fc.property(text, fc.integer({ min: 3, max: 300 }), (given, maxBytes) => {
      const cut = cutText(given, maxBytes);
      expect(jsonBytes(cut)).toBeLessThanOrEqual(maxBytes);
      if (cut !== given) expect(given.startsWith(cut.slice(0, -1))).toBe(true);
    }),
  );
});
