import { expect, test } from "vitest";
import { createAllowance } from "./allowance.ts";

test("pauses only the owner over the allowance, until half of it has recovered", () => {
  let now = 0;
  const allowance = createAllowance({ mostMs: 1_000, forgivenPerSecondMs: 100, now: () => now });
  allowance.use("ana", 600);
  allowance.use("ben", 600);
  expect(allowance.pauseMs("ana")).toBe(0);
  allowance.use("ana", 600);
  expect(allowance.pauseMs("ana")).toBe(7_000);
  expect(allowance.pauseMs("ben")).toBe(0);
  now = 6_999;
  expect(allowance.pauseMs("ana")).toBeGreaterThan(0);
  now = 7_000;
  expect(allowance.pauseMs("ana")).toBe(0);
  // The remaining debt still counts.
  expect(allowance.isStrained("ana")).toBe(true);
  allowance.use("ana", 501);
  expect(allowance.pauseMs("ana")).toBeGreaterThan(0);
});

test("drops an owner whose use has recovered, and counts no negative use", () => {
  let now = 0;
  const allowance = createAllowance({ mostMs: 1_000, forgivenPerSecondMs: 100, now: () => now });
  allowance.use("ana", 100);
  allowance.use("ben", -50);
  expect(allowance.isStrained("ben")).toBe(false);
  now = 1_000;
  expect(allowance.isStrained("ana")).toBe(false);
});
