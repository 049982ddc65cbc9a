import { errors } from "@atoll/contract/errors/errors";
import { expect, test } from "vitest";
import { ApiError, type ApiErrorCode } from "./api-error.ts";
import { isNameTaken, isRefusal, isSessionOver, judge, maySoonPass } from "./judge-error.ts";

test.each([
  ["network_error", 0, "unanswered"],
  // A proxy's own page.
  ["network_error", 404, "unanswered"],
  ["internal_error", 500, "in-trouble"],
  ["shutting_down", 503, "in-trouble"],
  ["storage_full", 507, "in-trouble"],
  ["rate_limited", 429, "too-often"],
  ["session_expired", 401, "signed-out"],
  ["forbidden", 403, "refused"],
  ["message_id_taken", 409, "refused"],
] as const)("%s (%i) is %s", (code, status, verdict) => {
  const error = new ApiError({ code, message: "", status });
  expect(judge(error)).toBe(verdict);
  expect(isRefusal(error)).toBe(verdict === "refused");
  expect(maySoonPass(error)).toBe(verdict === "unanswered" || verdict === "in-trouble");
});

test("makes no judgement about errors that are not responses", () => {
  const aborted = new DOMException("", "AbortError");
  expect([new Error("a mistake"), aborted, "text", undefined].map(judge)).toEqual(Array(4).fill(undefined));
});

test("recognises exactly the codes for taken names", () => {
  const codes = Object.keys(errors) as (keyof typeof errors)[];
  const taken = codes.filter((code) => isNameTaken(of(code)));
  expect(taken).toEqual(codes.filter((code) => code.endsWith("_taken") && code.includes("name_")));
  expect(taken).toContain("name_looks_taken");
  expect(isNameTaken(of("email_taken"))).toBe(false);
});

test("a session ends only when the server says so", () => {
  expect(isSessionOver(of("session_expired"))).toBe(true);
  expect(isSessionOver(of("network_error"))).toBe(false);
  expect(isSessionOver(of("rate_limited"))).toBe(false);
});

function of(code: ApiErrorCode): ApiError {
  return new ApiError({ code, message: "", status: code === "network_error" ? 0 : errors[code].status });
}
