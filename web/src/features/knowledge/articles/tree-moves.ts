import type { TreeNode } from "@atoll/contract/knowledge/overview-schemas";

/** A page of the tree with what is around it. */
export interface Branch {
  node: TreeNode;
  depth: number;
  parent: Branch | undefined;
  children: Branch[];
}

/** Where a page goes. */
export interface Move {
  id: string;
  parentId: string | null;
  beforeId: string | null;
}

/** The branches from the top. A page whose parent the viewer cannot see stands at the top. */
export function buildTree(nodes: readonly TreeNode[]): Branch[] {
  const branches = new Map(
    nodes.map((node): [string, Branch] => [node.id, { node, depth: 0, parent: undefined, children: [] }]),
  );
  const top: Branch[] = [];
  for (const branch of branches.values()) {
    const parent = branch.node.parentId === null ? undefined : branches.get(branch.node.parentId);
    branch.parent = parent;
    (parent?.children ?? top).push(branch);
  }
  const setDepth = (list: readonly Branch[], depth: number): void => {
    for (const branch of list) {
      branch.depth = depth;
      setDepth(branch.children, depth + 1);
    }
  };
  setDepth(top, 0);
  return top;
}

/** The rows that are shown, in order: all but those below a closed one. */
export function visibleRows(tree: readonly Branch[], isOpen: (branch: Branch) => boolean): Branch[] {
  return tree.flatMap((branch) => [branch, ...(isOpen(branch) ? visibleRows(branch.children, isOpen) : [])]);
}

/** The moves that keys and the menu of a row offer: up, down, into the page above, and out of the parent. */
export function movesOf(
  tree: readonly Branch[],
  id: string,
  /** Branches that have more pages than these: where the next one is not known, a page would move to the end. */
  cut: readonly (string | null)[] = [],
): { label: string; shortcut: string; move: Move }[] {
  const branch = findBranch(tree, id);
  if (!branch) return [];
  const siblings = branch.parent?.children ?? tree;
  const at = siblings.indexOf(branch);
  const [before, after, afterNext] = [siblings[at - 1], siblings[at + 1], siblings[at + 2]];
  const parentId = branch.parent?.node.id ?? null;
  const moves: { label: string; shortcut: string; move: Move }[] = [];
  const add = (label: string, shortcut: string, to: Omit<Move, "id">) =>
    moves.push({ label, shortcut, move: { id, ...to } });
  if (before) add("Move up", "ArrowUp", { parentId, beforeId: before.node.id });
  if (after && (afterNext || !cut.includes(parentId)))
    add("Move down", "ArrowDown", { parentId, beforeId: afterNext?.node.id ?? null });
  if (before)
    add(`Move into ${before.node.title}`, "ArrowRight", { parentId: before.node.id, beforeId: null });
  const above = branch.parent?.parent?.children ?? tree;
  const next = branch.parent && above[above.indexOf(branch.parent) + 1];
  if (branch.parent && (next || !cut.includes(branch.parent.parent?.node.id ?? null)))
    add(`Move out of ${branch.parent.node.title}`, "ArrowLeft", {
      parentId: branch.parent.parent?.node.id ?? null,
      beforeId: next?.node.id ?? null,
    });
  return moves;
}

function findBranch(tree: readonly Branch[], id: string): Branch | undefined {
  for (const branch of tree) {
    const found = branch.node.id === id ? branch : findBranch(branch.children, id);
    if (found) return found;
  }
  return undefined;
}
