import { expect, test } from "vitest";
import { uuidv7 } from "./uuidv7.ts";

test("an identifier contains its version, variant and time, and is unique", () => {
  const before = Date.now();
  const ids = Array.from({ length: 500 }, () => uuidv7());
  const after = Date.now();
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(after);
  }
  expect(new Set(ids).size).toBe(ids.length);
});
