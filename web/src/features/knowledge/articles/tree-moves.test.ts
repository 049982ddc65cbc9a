import { expect, test } from "vitest";
import { withMove } from "../data/changes.ts";
import { buildTree, movesOf, visibleRows } from "./tree-moves.ts";

const node = (id: string, parentId: string | null = null) => ({
  id,
  parentId,
  title: id.toUpperCase(),
  state: "published" as const,
  hasBelow: false,
});
const nodes = [node("a"), node("b"), node("b1", "b"), node("b2", "b"), node("c"), node("x", "hidden")];
const tree = buildTree(nodes);
const said = (id: string) =>
  movesOf(tree, id).map(
    ({ label, move }) => `${label}: ${move.parentId ?? "top"} before ${move.beforeId ?? "end"}`,
  );

test("puts a page whose parent cannot be seen at the top", () => {
  expect(tree.map((branch) => branch.node.id)).toEqual(["a", "b", "c", "x"]);
});

test("shows everything except pages below a collapsed one", () => {
  const shown = (closed: string[]) =>
    visibleRows(tree, ({ node }) => !closed.includes(node.id)).map((branch) => branch.node.id);
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

test("shows a page where it moves, with what is below it, before the server has moved it", () => {
  const moved = (id: string, parentId: string | null, beforeId: string | null) =>
    visibleRows(buildTree(withMove(nodes, id, { parentId, beforeId })), () => true).map(
      ({ node }) => node.id,
    );
  expect(moved("b", null, "a")).toEqual(["b", "b1", "b2", "a", "c", "x"]);
  expect(moved("a", "b", null)).toEqual(["b", "b1", "b2", "a", "c", "x"]);
  expect(moved("b1", "b", null)).toEqual(["a", "b", "b2", "b1", "c", "x"]);
  expect(moved("gone", null, null)).toEqual(["a", "b", "b1", "b2", "c", "x"]);
});
