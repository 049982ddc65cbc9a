import { describe, expect, test } from "vitest";
import { isSame, mergePaths as mergeNamed, type PathText } from "./merge-path.ts";

const item = (id: string, title: string, day = 1) =>
  ({
    id,
    kind: "text",
    title,
    note: "",
    day,
    doer: "newcomer",
    articleId: null,
    personId: null,
    meets: null,
    time: "10:00",
    minutes: 30,
  }) as const;
const base: PathText = {
  name: "Engineer",
  summary: "",
  departmentIds: [],
  roleIds: ["r0"],
  ownerId: "one",
  stages: [],
  items: [item("a", "Laptop"), item("b", "Keys")],
};

const mergePaths = (mine: PathText, theirs: PathText) =>
  mergeNamed(base, mine, theirs, (id) => id.toUpperCase());

describe("two edits of one path", () => {
  test("are the same if the server sends the fields of an item in another order", () => {
    const turned = (path: PathText): PathText => ({
      ...path,
      items: path.items.map((one) => Object.fromEntries(Object.entries(one).toReversed()) as typeof one),
    });
    const mine = { ...base, items: [...base.items, item("c", "Badge")] };
    expect(isSame(mine, turned(mine))).toBe(true);
    expect(mergePaths(turned(mine), mine).conflicts).toEqual([]);
  });

  test("are merged if they are about different fields", () => {
    const mine = {
      ...base,
      name: "Engineers",
      items: [item("a", "Laptop", 2), item("b", "Keys"), item("c", "Mine")],
    };
    const theirs = { ...base, summary: "Six weeks", items: [item("a", "Laptop"), item("d", "Theirs")] };
    const { merged, conflicts } = mergePaths(mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged).toMatchObject({ name: "Engineers", summary: "Six weeks" });
    expect(merged.items.map(({ id, day }) => `${id}${day}`)).toEqual(["a2", "c1", "d1"]);
  });

  test("show both texts if they are about the same field, and lose nothing", () => {
    const mine = { ...base, name: "Mine", items: [item("a", "My laptop")] };
    const theirs = { ...base, name: "Theirs", items: [item("a", "Their laptop"), item("b", "Their keys")] };
    const { merged, conflicts } = mergePaths(mine, theirs);
    expect(conflicts.map(({ what, theirs: other }) => `${what}: ${other}`)).toEqual([
      "Name: Theirs",
      "Laptop: Their laptop, day 1",
    ]);
    expect(merged.items.map(({ title }) => title)).toEqual(["My laptop", "Their keys"]);
  });

  test("keep an item that one changed and the other deleted, and delete one that the other did not change", () => {
    const mine = { ...base, items: [item("a", "Laptop and bag")] };
    const theirs = { ...base, items: [item("b", "Keys")] };
    const { merged, conflicts } = mergePaths(mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged.items.map(({ title }) => title)).toEqual(["Laptop and bag"]);
    expect(mergePaths(theirs, mine).merged.items.map(({ title }) => title)).toEqual(["Laptop and bag"]);
  });

  test("keep the viewer's order, and report no conflict for the same change by both", () => {
    const mine = { ...base, items: [item("b", "Keys", 3), item("a", "Laptop")] };
    const theirs = { ...base, items: [item("a", "Laptop", 4), item("b", "Keys", 3)] };
    const { merged, conflicts } = mergePaths(mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged.items.map(({ id, day }) => `${id}${day}`)).toEqual(["b3", "a4"]);
  });

  test("name both texts of each field that both have changed", () => {
    const part = (name: string, day: number) => ({ name, note: "", day });
    const mine = { ...base, ownerId: "two", roleIds: ["r1"], stages: [part("Week 1", 1)] };
    const theirs = {
      ...base,
      ownerId: "three",
      roleIds: ["r2"],
      stages: [part("First", 1), part("Then", 8)],
    };
    const { merged, conflicts } = mergePaths(mine, theirs);
    expect(conflicts).toEqual([
      { what: "Lead", mine: "TWO", theirs: "THREE" },
      { what: "Roles", mine: "R1", theirs: "R2" },
      { what: "Parts", mine: "Week 1 (day 1)", theirs: "First (day 1), Then (day 8)" },
    ]);
    expect(merged).toMatchObject({ ownerId: "two", roleIds: ["r1"], stages: [{ name: "Week 1" }] });
  });
});
