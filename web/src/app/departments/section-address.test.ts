import { maxFilterChoices } from "@atoll/contract/cards/limits";
import { expect, test } from "vitest";
import type { SectionView } from "../../features/cards/data/filter.ts";
import { readSectionView, writeSectionView } from "./section-address.ts";

test("the address of a section holds view, filters and order, and reads back the same", () => {
  const shown = {
    view: "table",
    q: "ferry & rail",
    sort: "value",
    isMine: true,
    badge: "S1",
    choices: { browser: "Firefox & others", own_size: "L" },
    stage: "triage",
    day: "2026-11-20",
  } satisfies SectionView;
  const query = new URLSearchParams(writeSectionView(shown));
  expect(readSectionView(Object.fromEntries(query))).toEqual(shown);
  expect(writeSectionView(readSectionView({}))).toBe("");
});

test("leaves out invalid parameters", () => {
  expect(readSectionView({ view: "chart", q: 5, day: "tomorrow", whose: "all" })).toEqual(
    readSectionView({}),
  );
});

test("the address keeps any names, up to the server's limit", () => {
  const usual = readSectionView({});
  for (const word of ["a=b&c", "100 %", "+49 30", "ﬀ", "🛶 canoe", "#1", " x ", "ΟΔΟΣ"]) {
    const shown = { ...usual, q: word, badge: word, stage: word, choices: { [word]: word } };
    const read = readSectionView(Object.fromEntries(new URLSearchParams(writeSectionView(shown))));
    expect(read).toEqual(shown);
  }
  expect(readSectionView({ q: "x".repeat(101) }).q).toHaveLength(100);
  const { choices } = readSectionView(Object.fromEntries(choicesIn(200)));
  expect(Object.keys(choices)).toHaveLength(maxFilterChoices);
  expect(readSectionView({ day: "2026-11-31x" }).day).toBe("");
});

/** Parameters of as many choices, as an address writes them. */
function choicesIn(count: number): [string, string][] {
  const choices = Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, "x"]));
  return [...new URLSearchParams(writeSectionView({ ...readSectionView({}), choices }))];
}
