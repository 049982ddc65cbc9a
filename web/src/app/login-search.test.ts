import { expect, test } from "vitest";
import { parseLoginSearch } from "./login-search.ts";
import { signOnFailures } from "./screens/sign-on-failures.ts";

test("keeps only the origin and a known outcome of single sign-on", () => {
  const search = { origin: "/chat?view=starred", "single-sign-on": "done", registration: "disabled" };
  expect(parseLoginSearch({ ...search, next: "https://evil.example" })).toEqual(search);
});

test.each([["constructor"], ["DONE"], [""], [1], [undefined]])("%j is no outcome", (outcome) => {
  expect(parseLoginSearch({ "single-sign-on": outcome, registration: outcome })).toEqual({});
});

test("every failed sign-on outcome has a text", () => {
  expect(signOnFailures).toEqual({
    failed: "Signing in through your company did not work. Please try again.",
    unknown:
      "There is no account for this person. Please contact a super administrator to create your account.",
    pending:
      "Your account is pending approval. Please contact a super administrator to assign you a role before you can access the system.",
    unregistered: "Registration failed",
    off: "Signing in through your company is off. Please sign in another way, or ask an administrator.",
    "too-large":
      "Your company sent too much about you, such as too many groups. Please tell an administrator.",
    busy: "Signing in through your company is not possible right now. Please try again in a minute.",
  });
});
