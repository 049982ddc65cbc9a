import type { CanvasPoint } from "@atoll/contract/documents/canvas";
import { useMemo, useRef } from "react";
import type { CanvasItem } from "./board-canvas.ts";
import type { BoardNode } from "./board-nodes.tsx";
import type { BoardStore } from "./board-store.tsx";
import { groupNotes } from "./groups.ts";

/** Where an element is while somebody moves or resizes it. */
export interface PassingPlace {
  at: CanvasPoint;
  size?: [number, number];
}

/** The drawing of an element depends on these, and on nothing else. */
type NodeParts = [
  item: CanvasItem,
  place: PassingPlace | undefined,
  isSelected: boolean,
  noteCount: number,
  voteCount: number | null,
  mayWrite: boolean,
  isEditing: boolean,
  isSelecting: boolean,
];

/** The elements as nodes of the flow. An element that is as it was keeps its node, so that it is not drawn again. */
export function useFlowNodes(
  store: BoardStore,
  /** As the flow draws them. */
  items: ReadonlyMap<string, CanvasItem>,
  passing: ReadonlyMap<string, PassingPlace>,
  isSelecting: boolean,
): BoardNode[] {
  const { selectedIds, votes, mayWrite, editingId } = store;
  const known = useRef(new Map<string, { parts: NodeParts; node: BoardNode }>());
  const groups = useMemo(() => new Map(groupNotes(items).map((group) => [group.id, group.notes])), [items]);
  const counts = useMemo(
    () => votes?.totals && new Map(votes.totals.map((one) => [one.noteId, one.count])),
    [votes],
  );
  return useMemo(() => {
    const before = known.current;
    const after: typeof before = new Map();
    for (const item of items.values()) {
      if (item.element.kind === "arrow") continue;
      const notes = item.element.kind === "frame" ? (groups.get(item.id) ?? []) : [];
      const voteCount = counts ? notes.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0) : null;
      const parts: NodeParts = [
        item,
        passing.get(item.id),
        selectedIds.has(item.id),
        notes.length,
        voteCount,
        mayWrite,
        editingId === item.id,
        isSelecting,
      ];
      const last = before.get(item.id);
      const isSame = last?.parts.every((part, index) => part === parts[index]);
      after.set(item.id, last && isSame ? last : { parts, node: nodeOf(parts) });
    }
    known.current = after;
    return [...after.values()].map(({ node }) => node);
  }, [items, groups, counts, passing, selectedIds, mayWrite, editingId, isSelecting]);
}

/** Frames lie below everything else. */
const frameDepth = -10_000;

/** Only the line of a drawing takes the pointer. */
const lineOnly = { pointerEvents: "none" } as const;

function nodeOf([item, place, selected, noteCount, voteCount, mayWrite, ...state]: NodeParts): BoardNode {
  const [isEditing, isSelecting] = state;
  const { element } = item;
  const [width, height] = place?.size ?? ("size" in element ? element.size : [1, 1]);
  const [x, y] = place?.at ?? element.at;
  return {
    id: item.id,
    type: element.kind,
    position: { x, y },
    width,
    height,
    // A new node object without it could not be dragged before the browser has measured it again.
    measured: { width, height },
    zIndex: element.stack + (element.kind === "frame" ? frameDepth : 0),
    selected,
    ...(element.kind === "stroke" && { style: lineOnly }),
    ...(place && { className: "board-moving" }),
    draggable: mayWrite && isSelecting && !isEditing,
    data: { item, noteCount, voteCount, mayWrite },
  };
}
