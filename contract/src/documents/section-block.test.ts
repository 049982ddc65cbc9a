import { expect, test } from "vitest";
import { readSectionView, writeSectionView } from "../cards/list-search.ts";
import { readSectionQuery, readSectionTitle, sectionQueryOf, writeSectionQuery } from "./section-block.ts";

test("parameters of an address read back from a block as they were, without any sign of Markdown", () => {
  const search = { view: "table", q: `a_b*c~"&<i> ü 🏝 (x)`, stages: "new,won", "is.risk_level": "high" };
  const query = writeSectionQuery({ ...search, sort: undefined });
  expect(query).toMatch(/^[A-Za-z0-9.%= -]+$/);
  expect(sectionQueryOf(query)).toBe(query);
  expect(readSectionQuery(query)).toEqual(search);
  const shown = readSectionView(readSectionQuery(query));
  expect(writeSectionView(shown)).toMatchObject(search);
});

test("parameters of another form, half characters and endless texts are left out", () => {
  expect(sectionQueryOf('view=table" onerror=x')).toBe("");
  expect(sectionQueryOf(`q=${"a".repeat(2000)}`)).toBe("");
  expect(readSectionQuery("q=%E0%A4%A view=list")).toEqual({ view: "list" });
  expect(writeSectionQuery({ q: "a".repeat(2000), view: "list" })).toBe("view=list");
  expect(writeSectionQuery({ q: "\ud800" })).toBe("q=%EF%BF%BD");
  expect(readSectionTitle("section:nobody view=list")).toBeUndefined();
});
