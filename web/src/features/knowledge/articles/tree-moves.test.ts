import { expect, test } from "vitest";
import { buildTree, movesOf, placeOf, visibleRows } from "./tree-moves.ts";

const node = (id: string, parentId: string | null = null) => ({
  id,
  parentId,
  title: id.toUpperCase(),
  state: "published" as const,
});
const tree = buildTree([
  node("a"),
  node("b"),
  node("b1", "b"),
  node("b2", "b"),
  node("c"),
  node("x", "hidden"),
]);
const said = (id: string) =>
  movesOf(tree, id).map(
    ({ label, move }) => `${label}: ${move.parentId ?? "top"} before ${move.beforeId ?? "end"}`,
  );

test("puts a page whose parent cannot be seen at the top", () => {
  expect(tree.map((branch) => branch.node.id)).toEqual(["a", "b", "c", "x"]);
});

test("shows everything except pages below a collapsed one", () => {
  const shown = (closed: string[]) => visibleRows(tree, new Set(closed)).map((branch) => branch.node.id);
  expect(shown([])).toEqual(["a", "b", "b1", "b2", "c", "x"]);
  expect(shown(["b"])).toEqual(["a", "b", "c", "x"]);
});

test("offers only moves that change the position", () => {
  expect(said("a")).toEqual(["Move down: top before c"]);
  expect(said("b")).toEqual([
    "Move up: top before a",
    "Move down: top before x",
    "Move into A: a before end",
  ]);
  expect(said("b1")).toEqual(["Move down: b before end", "Move out of B: top before c"]);
  expect(said("b2")).toEqual([
    "Move up: b before b1",
    "Move into B1: b1 before end",
    "Move out of B: top before c",
  ]);
});

test("names the place that an undo brings a page back to, among siblings of the same parent", () => {
  expect(placeOf(tree, "a")).toEqual({ id: "a", parentId: null, beforeId: "b" });
  expect(placeOf(tree, "b1")).toEqual({ id: "b1", parentId: "b", beforeId: "b2" });
  expect(placeOf(tree, "c")).toEqual({ id: "c", parentId: null, beforeId: null });
  expect(placeOf(tree, "x")).toEqual({ id: "x", parentId: "hidden", beforeId: null });
});
