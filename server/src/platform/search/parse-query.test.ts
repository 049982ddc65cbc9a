import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { parseQuery, replaceTerms } from "./parse-query.ts";

const empty = parseQuery("");
const terms = (query: string) => parseQuery(query).terms.map(({ text }) => text);

describe("a query", () => {
  test("is parsed into words and phrases", () => {
    expect(terms('deploy  "release notes" today')).toEqual(["deploy", "release notes", "today"]);
    expect(terms("“release notes”")).toEqual(["release notes"]);
    expect(terms('deploy "still typ')).toEqual(["deploy", "still typ"]);
    expect(terms('say"hi"')).toEqual(['say"hi"']);
    expect(parseQuery(' "" ')).toEqual(empty);
  });

  test("is parsed into excluded words", () => {
    expect(parseQuery('ship -draft -"not yet"')).toMatchObject({
      terms: [{ text: "ship" }],
      excluded: ["draft", "not yet"],
    });
    // An option of a program, a dash of its own, one inside a word.
    expect(terms("--force - well-known")).toEqual(["--force", "-", "well-known"]);
    expect(parseQuery("-from:ana").excluded).toEqual(["from:ana"]);
  });

  test("is parsed into operators, in any case, quoted or not", () => {
    const query = 'From:@Ana from:"Ben Sand" in:#general IN:"support desk" has:file has:LINK is:starred tide';
    expect(parseQuery(query)).toEqual({
      ...empty,
      operators: expect.any(Array),
      terms: [{ text: "tide", start: query.length - 4, end: query.length }],
      from: ["Ana", "Ben Sand"],
      in: ["general", "support desk"],
      hasFile: true,
      hasLink: true,
      isStarred: true,
    });
    expect(parseQuery("before:2026-05-01 before:2026-03-01 after:2025-01-01 after:2025-02-01")).toMatchObject(
      {
        before: "2026-03-01",
        after: "2025-02-01",
        terms: [],
      },
    );
  });

  test.each(
    [
      ["before:soon", "after:2026-02-30", "before:0001-01-01", "before:2026-5-1", 'after:"next week"'],
      ["has:", "has:constructor", "is:read", "from:", "in:#", "http://atoll.test", "50%_off", "\\", "C++"],
    ].flat(),
  )("takes %s literally", (query) => {
    expect(parseQuery(query)).toEqual({ ...empty, terms: [{ text: query, start: 0, end: query.length }] });
  });
});

const word = fc.stringMatching(/^[^\s"“”:：-][^\s"“”:：]{0,12}$/u);
const piece = fc.oneof(
  word.map((text) => ({ as: text, terms: [text] })),
  fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => {
    const text = words.join(" ");
    return { as: `"${text}"`, terms: [text] };
  }),
  word.map((text) => ({ as: `-${text}`, excluded: [text] })),
  word.filter((name) => !/^[#@]/.test(name)).map((name) => ({ as: `from:${name}`, from: [name] })),
  word
    .filter((name) => !/^[#@]/.test(name))
    .map((name) => ({ as: `in:"${name} ${name}"`, in: [`${name} ${name}`] })),
  fc.constantFrom({ as: "has:file", hasFile: true }, { as: "is:starred", isStarred: true }),
);

describe("any query", () => {
  test("reads back its own output", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom(" ", "  ", "\n"), (pieces, space) => {
        const parsed = parseQuery(pieces.map(({ as }) => as).join(space));
        const all = (key: "terms" | "excluded" | "from" | "in") =>
          pieces.flatMap((one) =>
            Object.entries(one).flatMap(([name, texts]) => (name === key ? texts : [])),
          );
        expect(parsed.terms.map(({ text }) => text)).toEqual(all("terms"));
        expect(parsed.excluded).toEqual(all("excluded"));
        expect(parsed.from).toEqual(all("from"));
        expect(parsed.in).toEqual(all("in"));
        expect(parsed.hasFile).toBe(pieces.some((one) => "hasFile" in one));
      }),
      { numRuns: 2_000 },
    );
  });

  fullTest("is parsed from any characters, and its terms have their positions", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary", maxLength: 10 }),
      fc.constantFrom('"', "“", "-", ":", " ", "from:", "before:2026-01-01", "has:file", "IN:"),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const query = parts.join("");
        const parsed = parseQuery(query);
        let from = 0;
        for (const { text, start, end } of parsed.terms) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(query.slice(start, end)).toContain(text);
          expect(text.trim()).toBe(text);
          expect(text).not.toBe("");
          from = end;
        }
        for (const text of [...parsed.excluded, ...parsed.from, ...parsed.in]) expect(text).not.toBe("");
        expect(replaceTerms(query, parsed.terms, new Map())).toBe(query);
      }),
      { numRuns: 3_000 },
    );
  });

  test("stays unchanged around a replaced term", () => {
    const query = 'from:ana  "deplyo notes" kichen -x';
    const { terms } = parseQuery(query);
    expect(replaceTerms(query, terms, new Map([[1, "kitchen"]]))).toBe('from:ana  "deplyo notes" kitchen -x');
  });
});
