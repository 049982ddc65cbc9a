import type { CanvasView } from "@atoll/contract/documents/canvas";
import { canvasMaxZoom, maxMovedAtOnce } from "@atoll/contract/documents/canvas-limits";
import {
  Background,
  type NodeChange,
  type NodeProps,
  ReactFlow,
  SelectionMode,
  useReactFlow,
  ViewportPortal,
} from "@xyflow/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { ArrowsLayer } from "./arrows-layer.tsx";
import { type BoardNode, nodeTypes, PlainNodes, useIsFarAway } from "./board-nodes.tsx";
import { CursorsLayer } from "./cursors-layer.tsx";
import { useDesk } from "./desk.tsx";
import { boxOf, clampPoint } from "./geometry.ts";
import { MapCorner } from "./map-corner.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { type Tool, ToolBar } from "./tool-bar.tsx";
import { type PassingPlace, useFlowNodes } from "./use-flow-nodes.ts";
import { createOwnPointer, movingOf, useOthers, usePassing, viewOf } from "./use-passing.ts";
import { usePlaceTool } from "./use-place-tool.ts";
import { useSummons } from "./use-summons.ts";
import { wholeBoard } from "./whole-board.ts";
import "@xyflow/react/dist/base.css";
import "./board.css";

const nothing: ReadonlyMap<string, PassingPlace> = new Map();
const smallestZoom = 0.05;

export interface BoardFlowProps {
  /** An element that the address names: shown first. */
  noteId: string | null;
  /** The person whose view is followed. */
  followedId: string | null;
  onFollow: (userId: string | null) => void;
  /** Where the viewer looks, for new notes and summonses. */
  onView: (view: CanvasView) => void;
}

/** The canvas of a board. A drag travels as a pointer, and is written once, when it ends. */
export function BoardFlow({ noteId, followedId, onFollow, onView }: BoardFlowProps) {
  const desk = useDesk();
  const { snapshot, document: shared, actions, selectedIds, select, edit, mayWrite } = desk;
  const flow = useReactFlow<BoardNode>();
  const box = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(nothing);
  const [tool, setTool] = useState<Tool>("select");
  const [pointer] = useState(() => createOwnPointer(shared));
  const others = useOthers(shared);
  const passing = usePassing(others, own);
  const nodes = useFlowNodes(desk, passing);
  const isFar = useIsFarAway();
  const placing = usePlaceTool(tool, () => setTool("select"));

  useEffect(() => () => pointer.leave(), [pointer]);
  useEffect(() => {
    pointer.point({ selectedIds: [...selectedIds].slice(0, maxMovedAtOnce) });
  }, [pointer, selectedIds]);

  function pass(places: ReadonlyMap<string, PassingPlace>): void {
    setOwn(places);
    pointer.point({ moving: movingOf(places) });
  }

  function onNodesChange(changes: NodeChange<BoardNode>[]): void {
    const chosen = changes.filter((change) => change.type === "select");
    if (chosen.length > 0) {
      const next = new Set(selectedIds);
      for (const { id, selected } of chosen) {
        if (selected) next.add(id);
        else next.delete(id);
      }
      select(next);
    }
    const places = new Map(own);
    for (const change of changes) {
      if (change.type === "position" && change.position) carry(places, change.id, change.position);
      if (change.type === "dimensions" && change.dimensions && change.resizing !== undefined) {
        const { width, height } = change.dimensions;
        const at = places.get(change.id)?.at ?? snapshot.items.get(change.id)?.element.at ?? [0, 0];
        places.set(change.id, { at, size: [Math.round(width), Math.round(height)] });
      }
    }
    if (places.size !== own.size || changes.some(({ type }) => type === "position" || type === "dimensions"))
      if (places.size > 0) pass(places);
    if (changes.some((change) => change.type === "dimensions" && change.resizing === false)) drop(places);
  }

  /** Moves an element, and with a frame what is in it. */
  function carry(places: Map<string, PassingPlace>, id: string, { x, y }: { x: number; y: number }): void {
    const item = snapshot.items.get(id);
    if (!item) return;
    const size = places.get(id)?.size;
    places.set(id, size ? { at: [x, y], size } : { at: [x, y] });
    // A frame that is resized from its upper left corner moves, too, but leaves its notes where they are.
    if (item.element.kind !== "frame" || size) return;
    const [dx, dy] = [x - item.element.at[0], y - item.element.at[1]];
    for (const other of snapshot.items.values()) {
      const { element } = other;
      if (element.kind !== "arrow" && element.frame === id && !selectedIds.has(other.id))
        places.set(other.id, { at: [element.at[0] + dx, element.at[1] + dy] });
    }
  }

  function drop(places: ReadonlyMap<string, PassingPlace>): void {
    setOwn(nothing);
    pointer.point({ moving: [] });
    const moved = [...places].filter(([id, { at, size }]) => {
      const element = snapshot.items.get(id)?.element;
      return size || element?.at[0] !== at[0] || element?.at[1] !== at[1];
    });
    if (moved.length > 0)
      actions.move(new Map(moved.map(([id, place]) => [id, { ...place, at: clampPoint(place.at) }])));
  }

  function tellView(): void {
    const { clientWidth: width = 0, clientHeight: height = 0 } = box.current ?? {};
    const view = viewOf(flow.getViewport(), { width, height });
    onView(view);
    pointer.point({ view });
  }

  const show = useRef(
    async ({ x, y, zoom }: CanvasView) => void (await flow.setCenter(x, y, { zoom, duration: 300 })),
  );
  useSummons(show.current);
  const followed = others.find(({ userId }) => userId === followedId)?.pointer?.view;
  useEffect(() => {
    if (followed) void show.current(followed);
  }, [followed]);
  const isReady = snapshot.items.size > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first look, once there is something to see
  useEffect(() => {
    const named = noteId === null ? undefined : snapshot.items.get(noteId);
    if (!named) return;
    const { x, y, width, height } = boxOf(named, snapshot.items);
    void flow.setCenter(x + width / 2, y + height / 2, { zoom: 1 });
    select([named.id]);
  }, [noteId, isReady]);

  function selectWithGroup(id: string, isMore: boolean): void {
    const group = snapshot.items.get(id)?.element.group;
    if (!group) return;
    const together = [...snapshot.items.values()].filter(({ element }) => element.group === group);
    select([...(isMore ? selectedIds : []), ...together.map((one) => one.id)]);
  }

  const isPlacing = tool !== "select" && tool !== "hand";
  const types = useMemo(() => nodeTypes as Record<string, React.ComponentType<NodeProps<BoardNode>>>, []);
  return (
    <section
      ref={box}
      aria-label="Canvas"
      className="board-canvas relative min-h-0 flex-1 overflow-hidden rounded-b-[11px] bg-surface"
      data-tool={tool}
    >
      <PlainNodes value={isFar}>
        <ReactFlow<BoardNode>
          nodes={nodes}
          nodeTypes={types}
          onNodesChange={onNodesChange}
          onNodeDragStop={() => drop(own)}
          onSelectionDragStop={() => drop(own)}
          onNodeClick={(event, node) => {
            if (placing.onElement(node.id)) return;
            selectWithGroup(node.id, event.shiftKey);
          }}
          onNodeDoubleClick={(_, node) => mayWrite && node.type !== "image" && edit(node.id)}
          onPaneClick={(event) => {
            select([]);
            if (isPlacing)
              placing.onCanvas(flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }));
          }}
          onMoveStart={(event) => event && onFollow(null)}
          onMoveEnd={tellView}
          onInit={tellView}
          onPointerMove={(event) => {
            const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
            pointer.point({ at: clampPoint([x, y]) });
          }}
          onPointerLeave={() => pointer.point({ at: null })}
          nodesFocusable={false}
          edgesFocusable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode="Shift"
          multiSelectionKeyCode={["Meta", "Control"]}
          selectionMode={SelectionMode.Partial}
          selectionOnDrag={tool === "select"}
          panOnDrag={tool === "hand" ? true : [1, 2]}
          panOnScroll
          zoomOnDoubleClick={false}
          nodesConnectable={false}
          elevateNodesOnSelect={false}
          onlyRenderVisibleElements
          minZoom={smallestZoom}
          maxZoom={canvasMaxZoom}
          fitView={noteId === null}
          fitViewOptions={wholeBoard}
          proOptions={{ hideAttribution: true }}
        >
          <Background gap={20} size={1.6} />
          <ViewportPortal>
            <ArrowsLayer passing={passing} />
            <CursorsLayer others={others} />
          </ViewportPortal>
        </ReactFlow>
      </PlainNodes>
      <ToolBar tool={tool} onTool={setTool} isPointing={placing.isHalfway} />
      <SelectionBar isMoving={own.size > 0} />
      <MapCorner />
    </section>
  );
}
