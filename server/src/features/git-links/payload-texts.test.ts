import { maxNamedSubjects } from "@atoll/contract/git-links/schemas";
import { expect, test } from "vitest";
import { authorOf, homeOf, lineOf, linkWithin, namedIn, timeOf } from "./payload-texts.ts";

const id = "0192f0c1-7a4e-7b1c-9d2e-3f4a5b6c7d8e";

test.each([
  [`https://atoll.example.test/tasks?task=${id}`, [id]],
  [`fix-pier-${id.toUpperCase()}`, [id]],
  [`${id} and ${id}`, [id]],
  [`a${id}`, []],
  [`${id}0`, []],
  ["B-318", []],
])("finds the IDs that a text names: %s", (text, named) => {
  expect(namedIn(text)).toEqual(named);
});

test("reads a long text only up to its limits", () => {
  const many = Array.from({ length: 100 }, (_, at) => id.slice(0, -2) + String(at).padStart(2, "0"));
  expect(namedIn(many.join(" "))).toHaveLength(maxNamedSubjects);
  expect(namedIn(`${"x".repeat(20_000)} ${id}`)).toEqual([]);
  expect(lineOf("é".repeat(1_000))).toHaveLength(300);
});

test.each([
  ["Mend\nthe pier", "Mend"],
  ["  \u202Ereip\u2066 eht\u0007 ", "reip eht"],
  ["a\ud800b", "a\ufffdb"],
  ["\u202E", ""],
])("makes one line of visible text of %j", (text, line) => {
  expect(lineOf(text)).toBe(line);
  expect(authorOf(text)).toBe(line === "" ? null : line);
});

test.each([
  ["https://git.test/octo/site/pull/4", "https://git.test/octo/site/pull/4"],
  ["https://git.test/octo/site", null],
  ["https://git.test/octo/site-evil/pull/4", null],
  ["https://git.test/octo/site/../../evil", null],
  ["https://git.test:8443/octo/site/pull/4", null],
  ["https://git.test@evil.test/octo/site/pull/4", null],
  ["//evil.test/octo/site/pull/4", null],
  ["data:text/html,x", null],
])("keeps an address only within its repository: %s", (address, kept) => {
  expect(linkWithin(address, homeOf("https://git.test/octo/site/"))).toBe(kept);
});

test("reads an address of a repository with a million slashes in it", () => {
  const slashes = "/".repeat(1_000_000);
  expect(homeOf(`https://git.test${slashes}x${slashes}`)).toEqual({
    origin: "https://git.test",
    path: `${slashes}x/`,
  });
  expect(linkWithin("https://git.test/y", homeOf("not an address"))).toBeNull();
});

test("takes the times of both systems, and none that cannot be right", () => {
  expect(timeOf("2026-11-20 09:01:00 UTC")).toBe("2026-11-20T09:01:00.000Z");
  expect(timeOf("2026-11-20T10:01:00+01:00")).toBe("2026-11-20T09:01:00.000Z");
  expect([timeOf("soon"), timeOf("-200000-01-01T00:00:00Z"), timeOf("9999-01-01")]).toEqual([
    null,
    null,
    null,
  ]);
});
