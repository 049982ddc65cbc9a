import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxFilterChoices } from "./cards/limits.ts";
import { readSectionView, writeSectionView } from "./cards/list-search.ts";
import { ideaSearch } from "./ideas/list-search.ts";
import { knowledgeSearch } from "./knowledge/list-search.ts";
import { defineListSearch, flag, id, idsOrNone, listOf, named, oneOf, wholeNumber } from "./list-search.ts";
import { questionSearch } from "./questions/list-search.ts";
import { cleanViewQuery, searchOfView, writeViewQuery } from "./saved-views/rules.ts";
import { taskArrangementSearch, taskSearch } from "./tasks/list-search.ts";

const uuid = "0198c0de-0000-7000-8000-000000000001";

const definitions = {
  ideas: ideaSearch,
  tasks: taskSearch,
  "order of tasks": taskArrangementSearch,
  questions: questionSearch,
  faq: knowledgeSearch.faq,
  sops: knowledgeSearch.sop,
  articles: knowledgeSearch.articles,
  "all kinds of fields": defineListSearch({
    status: listOf(["open", "done", "gone"], { usual: ["open"], every: "all" }),
    sort: oneOf(["name", "age"]),
    owners: named("owner", idsOrNone),
    team: id,
    isMine: named("whose", flag("mine")),
    page: wholeNumber(2, 100),
  }),
};

/** Parts of values that some definition knows, and others. */
const part = fc.oneof(
  fc.constantFrom(
    ..."all,none,mine,newest,voted,only,my,todo,done,archived,new,shipped,declined,urgent,due,descending,stale".split(
      ",",
    ),
    ..."review,me,list,table,active,today,7,2026-11-20,~2026-11-20T10:00:00Z,60~".split(","),
    uuid,
    uuid.toUpperCase(),
    "constructor",
    " x ",
    "🛶",
  ),
  fc.string({ unit: "grapheme", maxLength: 300 }),
);
const value = fc.oneof(part, fc.array(part, { maxLength: 60 }).map(String), fc.anything());

describe.each(Object.entries(definitions))("the address of %s", (_, search) => {
  const { read, write, rules } = search as typeof ideaSearch;
  const address = fc.dictionary(fc.constantFrom(...Object.keys(rules), "constructor", "saved"), value);

  test("leaves out the usual values", () => {
    expect(Object.values(write(read({}))).every((one) => one === undefined)).toBe(true);
  });

  test("reads what it writes, and saved views keep all of it", () => {
    fc.assert(
      fc.property(address, (given) => {
        const shown = read(given);
        const written = write(shown);
        expect(read(written)).toEqual(shown);
        const query = writeViewQuery(Object.entries(written));
        expect(cleanViewQuery(query, rules)).toEqual({ query, dropped: [] });
        expect(read(searchOfView(query, rules))).toEqual(shown);
      }),
      { numRuns: 200 },
    );
  });
});

test("reads known values only, in their order", () => {
  expect(
    ideaSearch.read({
      view: "best",
      status: "lost,shipped,new",
      department: `${uuid},x`,
      title: " a ",
      tag: 7,
    }),
  ).toEqual({
    view: "top",
    statuses: ["new", "shipped"],
    departments: [uuid],
    tag: "",
    title: "a",
    period: "quarters",
  });
  expect(taskSearch.query({ tags: ["a", "b"], scope: "my" })).toEqual({ tags: "a,b", scope: "my" });
  expect(taskSearch.write({ ...taskSearch.read({ status: "all" }), departments: [uuid] })).toMatchObject({
    status: "all",
    department: uuid,
  });
});

test("a saved view loses no filter over a usual value", () => {
  expect(
    cleanViewQuery("scope=all&view=top&status=done", { ...ideaSearch.rules, ...taskSearch.rules }),
  ).toEqual({
    query: "status=done",
    dropped: [],
  });
});

test("the address of a section keeps any names, up to the server's limit", () => {
  const usual = readSectionView({});
  expect(writeViewQuery(Object.entries(writeSectionView(usual)))).toBe("");
  for (const word of ["a=b&c", "100 %", "+49 30", "ﬀ", "🛶 canoe", "#1", " x ", "ΟΔΟΣ"]) {
    const shown = { ...usual, q: word, badge: word, stage: word, choices: { [word]: word } };
    expect(readSectionView(writeSectionView(shown))).toEqual(shown);
  }
  const choices = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field${index}`, "x"]));
  const read = readSectionView(writeSectionView({ ...usual, choices }));
  expect(Object.keys(read.choices)).toHaveLength(maxFilterChoices);
  expect(readSectionView({ view: "chart", q: 5, day: "2026-11-31x", whose: "all" })).toEqual(usual);
});
