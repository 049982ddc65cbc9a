import { expect, it } from "vitest";
import { explainUnknown, joinQuery, operators, splitQuery } from "./split-query.ts";

it("shows examples that mean something in every company", () => {
  const examples = operators.filter(({ name }) => name !== "").map(({ example }) => example);
  expect(splitQuery(examples.join(" "), true).tokens).toEqual(examples);
  expect(examples).toEqual(expect.arrayContaining(["from:me", "in:general"]));
});

it("splits operators from a query, and joins them again", () => {
  const split = splitQuery('freeze from:ruth in:"harbour freight" before:2026-11-01 now', true);
  expect(split).toEqual({
    tokens: ["from:ruth", 'in:"harbour freight"', "before:2026-11-01"],
    text: "freeze now",
  });
  expect(joinQuery(split)).toBe('from:ruth in:"harbour freight" before:2026-11-01 freeze now');
  expect(splitQuery("no operator  here", true)).toEqual({ tokens: [], text: "no operator  here" });
});

it("keeps text as text until a space or quote ends it", () => {
  expect(splitQuery("tide from:ru", false)).toEqual({ tokens: [], text: "tide from:ru" });
  expect(splitQuery("tide from:ru ", false)).toEqual({ tokens: ["from:ru"], text: "tide " });
  expect(splitQuery('in:"a b', false).tokens).toEqual([]);
  expect(splitQuery('in:"a b"', false).tokens).toEqual(['in:"a b"']);
  expect(splitQuery("tide from:ru", true).tokens).toEqual(["from:ru"]);
});

it("recognises invalid operators, and says why", () => {
  expect(splitQuery("before:soon has:cheese is:blue from: by:ruth -from:ruth", true).tokens).toEqual([]);
  expect(explainUnknown("by:ruth tide")).toContain("there is no operator by:");
  expect(explainUnknown("before:soon")).toContain("takes a day");
  expect(explainUnknown("before:2026-02-31 x")).toContain("takes a day");
  expect(explainUnknown("has:cheese")).toContain("has:file or has:link");
  for (const fine of [
    "from:",
    "https://atoll.example/a",
    "at 10:30",
    "from:ruth",
    "re: the plan",
    "-by:ruth",
  ])
    expect([fine, explainUnknown(fine)]).toEqual([fine, null]);
});
