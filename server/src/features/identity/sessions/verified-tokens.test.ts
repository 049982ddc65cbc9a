import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rememberVerified } from "./verified-tokens.ts";

const claims = { userId: "u", sessionId: "s", keyId: "k" };
const now = new Date("2026-03-02T08:00:00Z");
const nowSeconds = now.getTime() / 1000;

beforeEach(() => {
  vi.useFakeTimers({ now });
});
afterEach(() => {
  vi.useRealTimers();
});

test("caches a token by its whole text until it expires", () => {
  const verified = rememberVerified();
  verified.set("head.claims.signature", { ...claims, expiresAt: nowSeconds + 60 });
  expect(verified.get("head.claims.signature")).toMatchObject(claims);
  expect(verified.get("head.claims.signaturf")).toBeUndefined();
  vi.setSystemTime(now.getTime() + 59_999);
  expect(verified.get("head.claims.signature")).toMatchObject(claims);
  vi.setSystemTime(now.getTime() + 60_000);
  expect(verified.get("head.claims.signature")).toBeUndefined();
});

test("evicts the oldest tokens, so that memory is bounded", () => {
  const verified = rememberVerified();
  for (let index = 0; index <= 20_000; index += 1)
    verified.set(`token ${index}`, { ...claims, expiresAt: nowSeconds + 60 });
  expect(verified.get("token 0")).toBeUndefined();
  expect(verified.get("token 1")).toMatchObject(claims);
  expect(verified.get("token 20000")).toMatchObject(claims);
});
