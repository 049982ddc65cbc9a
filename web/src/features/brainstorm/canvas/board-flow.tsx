import type { CanvasPoint, CanvasView } from "@atoll/contract/documents/canvas";
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
import { type CSSProperties, type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { type BoardNode, nodeTypes } from "./board-nodes.tsx";
import { useBoardStore } from "./board-store.tsx";
import { PendingImageList, usePendingImages } from "./clipboard/pending-images.tsx";
import { hasText } from "./element-names.ts";
import { boxOf, clampPoint, frameHead } from "./geometry.ts";
import { MapCorner } from "./map-corner.tsx";
import { DetailProvider, useDetailOfZoom } from "./notes/far-words.tsx";
import { OthersLayer } from "./others/others-layer.tsx";
import { createOwnPointer } from "./others/own-pointer.ts";
import { useOthersMoves, viewOf } from "./others/use-live-moves.ts";
import { useSummons } from "./others/use-summons.ts";
import { PenBar, PenLayer } from "./pen/pen-layer.tsx";
import type { Pen } from "./pen/strokes.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { type Tool, ToolBar } from "./tool-bar.tsx";
import { useCanvasKeys, useFocusAfterEdit } from "./use-canvas-keys.ts";
import { useClipboard } from "./use-clipboard.ts";
import { useFlowItems } from "./use-flow-items.ts";
import { useFlowNodes } from "./use-flow-nodes.ts";
import { clickDistance, useMoves } from "./use-moves.ts";
import { usePlaceTool } from "./use-place-tool.ts";
import { useStableHandlers } from "./use-stable-handlers.ts";
import { wholeBoard } from "./whole-board.ts";
import "@xyflow/react/dist/base.css";
import "./board.css";

const smallestZoom = 0.05;
/** The flow compares these by identity. */
const moreKeys = ["Meta", "Control", "Shift"];
const panButtons = [1, 2];
const proOptions = { hideAttribution: true };

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
  const store = useBoardStore();
  const {
    snapshot,
    canvas,
    document: shared,
    actions,
    selectedIds,
    select,
    edit,
    editingId,
    mayWrite,
  } = store;
  const flow = useReactFlow<BoardNode>();
  const box = useRef<HTMLDivElement>(null);
  const [tool, setTool] = useState<Tool>("select");
  const [pen, setPen] = useState<Pen>({ width: "medium", ink: "plain" });
  // An empty board stays where it is: its first note would move away from under the pointer.
  const [isShownWhole] = useState(noteId === null && snapshot.items.size > 0);
  const [pointer] = useState(() => createOwnPointer(shared));
  const { places: own, moves } = useMoves(mayWrite, {
    canvas,
    actions,
    document: shared,
    pointer,
    zoom: flow.getZoom,
  });
  const [drawn, catchUp] = useFlowItems(snapshot.items, own);
  const flowPlaces = useOthersMoves({ document: shared, canvas, box, drawn, own });
  const passing = useMemo(() => new Map([...flowPlaces, ...own]), [flowPlaces, own]);
  const nodes = useFlowNodes(store, drawn, passing, tool === "select");
  const { detail, step } = useDetailOfZoom();
  const placing = usePlaceTool(tool, () => setTool("select"));
  const [announced, setAnnounced] = useState("");
  // Screen readers announce only a change: a repeated text gets a trailing space.
  const announce = (text: string) => setAnnounced((before) => (before === text ? `${text}\u00a0` : text));
  const lastAt = useRef<CanvasPoint | null>(null);
  const images = usePendingImages((id) => select((current) => [...current, id]));
  const clipboard = useClipboard({
    place: () => lastAt.current ?? middleOfView(),
    placeOf,
    onImages: images.add,
    announce,
  });
  const { onCanvasKey, endNudge } = useCanvasKeys({
    moves,
    announce,
    endTool() {
      placing.cancel();
      setTool("select");
      return tool !== "select";
    },
    show(item) {
      const { x, y, width, height } = boxOf(item, snapshot.items);
      const [left, top] = [
        flow.flowToScreenPosition({ x, y }),
        flow.flowToScreenPosition({ x: x + width, y: y + height }),
      ];
      const seen = box.current?.getBoundingClientRect();
      const isSeen =
        seen && left.x >= seen.left && top.x <= seen.right && left.y >= seen.top && top.y <= seen.bottom;
      if (!isSeen) void flow.setCenter(x + width / 2, y + height / 2, { zoom: flow.getZoom() });
    },
  });
  useFocusAfterEdit(box, editingId);

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

  function middleOfView(): CanvasPoint {
    const { clientWidth: width = 0, clientHeight: height = 0 } = box.current ?? {};
    const { x, y } = viewOf(flow.getViewport(), { width, height });
    return clampPoint([x, y]);
  }

  function addNoteAt(at: { x: number; y: number }): void {
    if (!mayWrite || isPlacing) return;
    placing.addNote(at);
    // Far away there is nothing to type in.
    if (detail !== "all") void flow.setCenter(at.x, at.y, { zoom: 1 });
  }

  function placeOf({ clientX: x, clientY: y }: { clientX: number; clientY: number }) {
    return flow.screenToFlowPosition({ x, y });
  }
  const isPlacing = tool !== "select" && tool !== "hand";
  const handlers = useStableHandlers({
    onNodesChange,
    onNodeClick(event: MouseEvent, node: BoardNode) {
      if (placing.onElement(node.id, placeOf(event))) return;
      selectWithGroup(node.id, event.shiftKey || event.ctrlKey || event.metaKey);
    },
    onNodeDoubleClick(event: MouseEvent, node: BoardNode) {
      const at = placeOf(event);
      // The name of a frame is at its top; the rest of it is a place for notes.
      if (node.type === "frame" && at.y > node.position.y + frameHead) addNoteAt(at);
      else if (mayWrite && hasText(node.data.item)) edit(node.id);
    },
    onPaneClick(event: MouseEvent) {
      select([]);
      if (isPlacing) placing.onCanvas(placeOf(event));
    },
    onDoubleClick(event: MouseEvent) {
      const isEmpty = event.target instanceof Element && event.target.matches(".react-flow__pane");
      if (isEmpty) addNoteAt(placeOf(event));
    },
    ...clipboard.dropHandlers,
    onKeyDown: onCanvasKey,
    onMoveStart(event: unknown) {
      if (event) onFollow(null);
    },
    onMoveEnd: tellView,
    onInit: tellView,
    onPointerMove(event: MouseEvent) {
      const { x, y } = placeOf(event);
      lastAt.current = clampPoint([x, y]);
      pointer.point({ at: lastAt.current });
    },
    onPointerLeave() {
      lastAt.current = null;
      pointer.point({ at: null });
    },
  });
  const types = useMemo(() => nodeTypes as Record<string, React.ComponentType<NodeProps<BoardNode>>>, []);
  return (
    <section
      ref={box}
      aria-label="Canvas"
      className="board-canvas relative min-h-0 flex-1 overflow-clip rounded-b-[11px] bg-surface"
      data-far={detail !== "all" || undefined}
      style={farStyle(step)}
      data-tool={tool}
      data-selection={selectedIds.size > 0 || undefined}
      onPointerDownCapture={() => {
        endNudge();
        catchUp();
      }}
    >
      <DetailProvider value={detail}>
        <ReactFlow<BoardNode>
          nodes={nodes}
          nodeTypes={types}
          {...handlers}
          tabIndex={0}
          aria-label="Elements"
          aria-keyshortcuts="Home Tab"
          onNodeDragStop={moves.drop}
          onSelectionDragStop={moves.drop}
          nodeDragThreshold={0}
          nodeClickDistance={clickDistance}
          nodesFocusable={false}
          edgesFocusable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={moreKeys}
          selectionMode={SelectionMode.Partial}
          selectionOnDrag={tool === "select"}
          panOnDrag={tool === "hand" ? true : panButtons}
          panOnScroll
          zoomOnDoubleClick={false}
          nodesConnectable={false}
          elevateNodesOnSelect={false}
          onlyRenderVisibleElements
          minZoom={smallestZoom}
          maxZoom={canvasMaxZoom}
          fitView={isShownWhole}
          fitViewOptions={wholeBoard}
          proOptions={proOptions}
        >
          <Background gap={20} size={1.6} />
          <ViewportPortal>
            {(tool === "pen" || tool === "eraser") && mayWrite && (
              <PenLayer key={tool} tool={tool} pen={pen} announce={announce} />
            )}
            <OthersLayer document={shared} followedId={followedId} onFollowed={show.current} own={own} />
          </ViewportPortal>
        </ReactFlow>
      </DetailProvider>
      <ToolBar tool={tool} onTool={setTool} isPointing={placing.isHalfway} onPaste={clipboard.paste} />
      {tool === "pen" && mayWrite && <PenBar pen={pen} onPen={setPen} />}
      <SelectionBar isMoving={own.size > 0} announce={announce} />
      <PendingImageList images={images} />
      <p role="status" className="sr-only">
        {announced}
      </p>
      <MapCorner />
    </section>
  );
}

/** The zoom that words far away are sized by. */
const farStyle = (step: number): CSSProperties & { "--far-step": number } => ({ "--far-step": step });
