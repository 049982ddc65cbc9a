import fc from "fast-check";
import { expect, test } from "vitest";
import { cardViewRules } from "../cards/list-search.ts";
import { sectionOptions } from "../cards/section-schemas.ts";
import { ideaViewRules } from "../ideas/list-search.ts";
import { listOf, optionOf } from "../list-search.ts";
import { taskViewRules } from "../tasks/list-search.ts";
import { cleanViewQuery, isSameViewQuery, parseViewQuery, writeViewQuery } from "./rules.ts";

const rules = { view: optionOf(["table"]).keep, status: listOf(["new", "done"]).keep };

test("keeps what the page understands, and names the rest", () => {
  expect(cleanViewQuery("view=table&status=new,done", rules)).toEqual({
    query: "view=table&status=new%2Cdone",
    dropped: [],
  });
  expect(
    cleanViewQuery("view=board&status=new,lost&colour=red&status=done&constructor=1&view=", rules),
  ).toEqual({ query: "status=new", dropped: ["view", "status", "colour", "constructor"] });
});

test("compares queries by their parameters, whatever their order and encoding", () => {
  expect(isSameViewQuery("a=1&b=x%2Cy", "b=x,y&a=1&c=")).toBe(true);
  expect(isSameViewQuery("a=1", "a=1&b=2")).toBe(false);
  expect(writeViewQuery([["q", "half \ud83d"]])).toBe("q=half%20%EF%BF%BD");
});

test("reads any text that was written, and any text at all without failing", () => {
  const parameters = fc.array(
    fc.tuple(fc.string({ minLength: 1 }), fc.string({ unit: "grapheme", minLength: 1 })),
  );
  fc.assert(
    fc.property(parameters, (given) => {
      expect(parseViewQuery(writeViewQuery(given))).toEqual(given);
    }),
    { numRuns: 30 },
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const once = cleanViewQuery(text, taskViewRules);
      expect(cleanViewQuery(once.query, taskViewRules)).toEqual({ query: once.query, dropped: [] });
    }),
    { numRuns: 30 },
  );
});

test("the rules of pages follow what they show now", () => {
  const clean = (query: string) => cleanViewQuery(query, ideaViewRules).query;
  expect(clean("status=all&page=board&view=top&department=nobody")).toBe("status=all&page=board");
  const type = {
    fields: [
      { name: "severity", label: "Severity", kind: "choice" as const, options: ["S1", "S2"] },
      { name: "browser", label: "Browser", kind: "choice" as const, options: ["Firefox"] },
      { name: "release", label: "Release", kind: "text" as const },
    ],
    stages: [{ id: "open", name: "Open", kind: "open" as const, probability: 0 }],
    options: sectionOptions({ views: ["table", "list"], layout: { badge: "severity" } }),
  };
  const query = "view=table&sort=release&is=S1&stage=open&is.browser=Firefox&whose=mine&q=mast";
  expect(cleanViewQuery(query, cardViewRules(type))).toEqual({ query, dropped: [] });
  const later = { ...type, fields: [], stages: [], options: sectionOptions({ views: ["list"] }) };
  expect(cleanViewQuery(query, cardViewRules(later))).toEqual({
    query: "whose=mine&q=mast",
    dropped: ["view", "sort", "is", "stage", "is.browser"],
  });
});
