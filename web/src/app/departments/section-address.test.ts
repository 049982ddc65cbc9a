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

test("what cannot be read is left out", () => {
  expect(readSectionView({ view: "chart", q: 5, day: "tomorrow", whose: "all" })).toEqual(
    readSectionView({}),
  );
});
