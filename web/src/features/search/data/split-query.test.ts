import { expect, it } from "vitest";
import { asksNothing, nothingShown } from "./shown.ts";
import { explainUnknown, joinQuery, operatorsOf, splitQuery, withoutUnfinished } from "./split-query.ts";

it("shows examples that mean something at the company, on the day", () => {
  const examplesAt = (place: string | undefined) =>
    operatorsOf(place, "2027-03-14").flatMap(({ name, example }) => (name === "" ? [] : [example]));
  const named = examplesAt("Harbour freight");
  expect(splitQuery(named.join(" "), true).tokens).toEqual(named);
  expect(named).toEqual(
    expect.arrayContaining(["from:me", 'in:"Harbour freight"', "before:2027-03-01", "after:2027-03-01"]),
  );
  expect(examplesAt("kitchen")).toContain("in:kitchen");
  expect(examplesAt(undefined).filter((example) => example.startsWith("in:"))).toEqual([]);
});

it("asks for nothing while an operator has no value", () => {
  expect(
    ["in:", "tide from:", 'tide in:"', "-before:", "tide in:a", "at 10:"].map(withoutUnfinished),
  ).toEqual(["", "tide", "tide", "", "tide in:a", "at 10:"]);
  expect(asksNothing({ ...nothingShown, q: "in:" })).toBe(true);
  expect(asksNothing({ ...nothingShown, q: "tide in:" })).toBe(false);
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
