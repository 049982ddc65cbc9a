import { describe, expect, test } from "vitest";
import { mergePaths, type PathText } from "./merge-path.ts";

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
  roleIds: [],
  ownerId: "one",
  stages: [],
  items: [item("a", "Laptop"), item("b", "Keys")],
};

describe("two edits of one path", () => {
  test("come together where they are about different things", () => {
    const mine = {
      ...base,
      name: "Engineers",
      items: [item("a", "Laptop", 2), item("b", "Keys"), item("c", "Mine")],
    };
    const theirs = { ...base, summary: "Six weeks", items: [item("a", "Laptop"), item("d", "Theirs")] };
    const { merged, conflicts } = mergePaths(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged).toMatchObject({ name: "Engineers", summary: "Six weeks" });
    expect(merged.items.map(({ id, day }) => `${id}${day}`)).toEqual(["a2", "c1", "d1"]);
  });

  test("show both where they are about the same, and lose nothing", () => {
    const mine = { ...base, name: "Mine", items: [item("a", "My laptop")] };
    const theirs = { ...base, name: "Theirs", items: [item("a", "Their laptop"), item("b", "Their keys")] };
    const { merged, conflicts } = mergePaths(base, mine, theirs);
    expect(conflicts.map(({ what, theirs: other }) => `${what}: ${other}`)).toEqual([
      "Name: Theirs",
      "Laptop: Their laptop, day 1",
    ]);
    expect(merged.items.map(({ title }) => title)).toEqual(["My laptop", "Their keys"]);
  });
});
