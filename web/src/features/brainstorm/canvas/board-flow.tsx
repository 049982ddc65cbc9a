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
import { useFlowNodes } from "./use-flow-nodes.ts";
import { clickDistance, useMoves } from "./use-moves.ts";
import { createOwnPointer, useOthers, usePassing, viewOf } from "./use-passing.ts";
import { usePlaceTool } from "./use-place-tool.ts";
import { useSummons } from "./use-summons.ts";
import { wholeBoard } from "./whole-board.ts";
import "@xyflow/react/dist/base.css";
import "./board.css";

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
  const { snapshot, canvas, document: shared, actions, selectedIds, select, edit, mayWrite } = desk;
  const flow = useReactFlow<BoardNode>();
  const box = useRef<HTMLDivElement>(null);
  const [tool, setTool] = useState<Tool>("select");
  const [pointer] = useState(() => createOwnPointer(shared));
  const others = useOthers(shared);
  const { places: own, moves } = useMoves(mayWrite, {
    canvas,
    actions,
    document: shared,
    pointer,
    zoom: flow.getZoom,
  });
  const passing = usePassing(others, own);
  const nodes = useFlowNodes(desk, passing, tool === "select");
  const isFar = useIsFarAway();
  const placing = usePlaceTool(tool, () => setTool("select"));

  useEffect(() => () => pointer.leave(), [pointer]);
  useEffect(() => {
    pointer.point({ selectedIds: [...selectedIds].slice(0, maxMovedAtOnce) });
  }, [pointer, selectedIds]);

  // The flow may call this before the last selection is drawn, so that it starts from the latest one.
  function onNodesChange(changes: NodeChange<BoardNode>[]): void {
    const chosen = changes.filter((change) => change.type === "select");
    if (chosen.length > 0)
      select((current) => {
        const next = new Set(current);
        for (const { id, selected } of chosen) {
          if (selected) next.add(id);
          else next.delete(id);
        }
        return next;
      });
    moves.follow(changes);
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
    select((current) => [...(isMore ? current : []), ...together.map((one) => one.id)]);
  }

  const placeOf = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }) =>
    flow.screenToFlowPosition({ x, y });
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
          onNodeDragStop={moves.drop}
          onSelectionDragStop={moves.drop}
          onNodeClick={(event, node) => {
            if (placing.onElement(node.id, placeOf(event))) return;
            selectWithGroup(node.id, event.shiftKey);
          }}
          onNodeDoubleClick={(_, node) => mayWrite && node.type !== "image" && edit(node.id)}
          onPaneClick={(event) => {
            select([]);
            if (isPlacing) placing.onCanvas(placeOf(event));
          }}
          onMoveStart={(event) => event && onFollow(null)}
          onMoveEnd={tellView}
          onInit={tellView}
          onPointerMove={(event) => {
            const { x, y } = placeOf(event);
            pointer.point({ at: clampPoint([x, y]) });
          }}
          onPointerLeave={() => pointer.point({ at: null })}
          nodeDragThreshold={0}
          nodeClickDistance={clickDistance}
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
