import { expect, test } from "vitest";
import type { Archive } from "../archive/open-archive.ts";
import { readObjects, type SpaceObject } from "../confluence/read-objects.ts";
import { createTreeOf } from "./page-tree.ts";

const treeOf = createTreeOf(() => ({
  ...{ name: "Pages", hasFolderPages: true },
  isPage: (path: string) => path.endsWith(".md"),
}));
const archiveOf = (paths: string[]): Archive => ({
  ...{ paths, leftOut: [], sizeOf: () => 1, assertWhole: () => {}, read: async () => undefined },
});

test("reads fifty thousand pages next to as many folders of other names", () => {
  const numbers = Array.from({ length: 50_000 }, (_, number) => number);
  const archive = archiveOf(numbers.flatMap((number) => [`page ${number}.md`, `files ${number}/plan.png`]));
  const tree = treeOf(archive);
  expect(tree.pages).toHaveLength(50_000);
  expect(tree.files.size).toBe(50_000);
  expect(treeOf(archive)).toBe(tree);
});

test("a folder with a page of its name and a README keeps both", () => {
  const { pages } = treeOf(archiveOf(["Crane.md", "Crane/README.md", "Crane/Arm.md", "Hook/index.md"]));
  expect(pages.map(({ title, parent }) => [title, parent?.title])).toEqual([
    ["Crane", undefined],
    ["Arm", "Crane"],
    ["README", "Crane"],
    ["Hook", undefined],
  ]);
});

test("reads an object of a space with many sections, comments that never end and long collections", async () => {
  const many = (text: string) => text.repeat(300_000);
  async function* pieces() {
    yield '<object class="Page"><id name="id">7</id><property name="title">';
    yield many("<![CDATA[a]]>");
    yield `</property><collection name="historicalVersions">${many("<element><id>1</id></element>")}</collection></object>`;
    yield `<object class="Page">${many("<!-- ")}</object></hibernate-generic>`;
  }
  const problems: string[] = [];
  const objects: SpaceObject[] = [];
  const read = readObjects(
    pieces(),
    () => true,
    (detail) => problems.push(detail),
  );
  for await (const object of read) objects.push(object);
  expect(objects.map(({ id, values }) => [id, values.get("title")?.length])).toEqual([["7", 300_000]]);
  expect(objects[0]?.collections.historicalVersions).toHaveLength(300_000);
  expect(problems).toEqual(["a Page"]);
});
