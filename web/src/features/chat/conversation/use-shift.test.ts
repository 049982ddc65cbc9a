import { expect, it } from "vitest";
import { isShifted } from "./use-shift.ts";

const rows = (ids: string) => [...ids].map((id) => ({ id }));

it("is true only for rows put in front or taken away there", () => {
  expect(isShifted(rows("cd"), rows("abcd"))).toBe(true);
  expect(isShifted(rows("abcd"), rows("cd"))).toBe(true);
  expect(isShifted(rows("ab"), rows("abc"))).toBe(false);
  expect(isShifted(rows("ab"), rows("xy"))).toBe(false);
  expect(isShifted([], rows("ab"))).toBe(false);
  expect(isShifted(rows("ab"), [])).toBe(false);
});
