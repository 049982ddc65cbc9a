import { ideaStatuses } from "@atoll/contract/ideas/limits";
import { describe, expect, test } from "vitest";
import {
  columnQuery,
  quartersAround,
  queryOf,
  readShownIdeas,
  usualStatuses,
  writeShownIdeas,
} from "./filter.ts";

const id = "0198c0de-0000-7000-8000-000000000001";

describe("the address of a list of ideas", () => {
  test("is empty for default filters, and reads back the same list", () => {
    const usual = readShownIdeas({});
    expect(usual).toMatchObject({
      view: "top",
      statuses: usualStatuses,
      departments: [],
      period: "quarters",
    });
    expect(Object.values(writeShownIdeas(usual)).filter((value) => value !== undefined)).toEqual([]);
    for (const shown of [
      { ...usual, view: "voted" as const, title: "depot, at night", tag: "mail" },
      { ...usual, statuses: ["declined"] as const, departments: [id], period: "all" as const },
      { ...usual, statuses: ideaStatuses },
    ])
      expect(readShownIdeas({ ...writeShownIdeas(shown) })).toEqual(shown);
  });

  test("ignores unknown values", () => {
    const shown = readShownIdeas({
      view: "best",
      status: "lost",
      department: "x,y",
      title: 7,
      period: "ever",
    });
    expect(shown).toMatchObject({ view: "top", statuses: ideaStatuses, departments: [], title: "" });
  });

  test("requests all statuses without a filter, and the viewer's ideas newest first", () => {
    const shown = readShownIdeas({ view: "mine", status: "all" });
    expect(queryOf(shown)).toMatchObject({ scope: "mine", order: "newest", status: "" });
  });
});

test("a column of a board is about this quarter and the next one, unless it shows any time", () => {
  expect(quartersAround(new Date("2026-11-23T10:00:00Z"))).toEqual({
    since: "2026-10-01",
    until: "2027-03-31",
  });
  expect(quartersAround(new Date("2028-01-01T00:00:00Z"))).toEqual({
    since: "2028-01-01",
    until: "2028-06-30",
  });
  expect(columnQuery(readShownIdeas({ period: "all", view: "mine" }))).toEqual({
    scope: "all",
    department: "",
    tag: "",
    title: "",
  });
});
