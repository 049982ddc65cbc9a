import { ideaStatuses } from "@atoll/contract/ideas/limits";
import { ideaSearch } from "@atoll/contract/ideas/list-search";
import { describe, expect, test } from "vitest";
import { columnQuery, quartersAround, queryOf } from "./filter.ts";

describe("the address of a list of ideas", () => {
  test("ignores unknown values", () => {
    const shown = ideaSearch.read({
      view: "best",
      status: "lost",
      department: "x,y",
      title: 7,
      period: "ever",
    });
    expect(shown).toMatchObject({ view: "top", statuses: ideaStatuses, departments: [], title: "" });
  });

  test("requests all statuses without a filter, and the viewer's ideas newest first", () => {
    const shown = ideaSearch.read({ view: "mine", status: "all" });
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
  expect(columnQuery(ideaSearch.read({ period: "all", view: "mine" }))).toEqual({
    scope: "all",
    department: "",
    tag: "",
    title: "",
  });
});
