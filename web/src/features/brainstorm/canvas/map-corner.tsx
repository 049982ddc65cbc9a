import { MiniMap, MiniMapNode, type MiniMapNodeProps, useReactFlow, useStore } from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import type { BoardNode } from "./board-nodes.tsx";
import { pointsOf, smoothPath } from "./pen/strokes.ts";
import { wholeBoard } from "./whole-board.ts";

/** The map of the board, and the zoom. */
export function MapCorner() {
  const flow = useReactFlow();
  const zoom = useStore(({ transform }) => transform[2]);
  return (
    <div className="absolute right-3 bottom-3 z-5 overflow-hidden rounded-md border bg-surface-sunken shadow-2">
      <MiniMap<BoardNode>
        pannable
        maskStrokeColor="var(--primary)"
        maskStrokeWidth={2}
        ariaLabel="Map of the board"
        style={{ width: 168, height: 104 }}
        nodeClassName={miniClass}
        nodeComponent={MiniNode}
        nodeBorderRadius={4}
      />
      <div className="flex items-center gap-0.5 border-t bg-surface-raised px-1 py-0.5">
        <IconButton size="sm" icon={Minus} label="Zoom out" onClick={() => void flow.zoomOut()} />
        <button
          type="button"
          aria-label={`Zoom to 100 %, now ${Math.round(zoom * 100)} %`}
          className="min-w-11 rounded-xs text-center font-semibold text-xs hover:bg-surface-hover"
          onClick={() => void flow.zoomTo(1)}
        >
          {Math.round(zoom * 100)}%
        </button>
        <IconButton size="sm" icon={Plus} label="Zoom in" onClick={() => void flow.zoomIn()} />
        <IconButton
          size="sm"
          icon={Maximize}
          label="Show the whole board"
          className="ml-auto"
          onClick={() => void flow.fitView(wholeBoard)}
        />
      </div>
    </div>
  );
}

function miniClass({ data: { item } }: BoardNode): string {
  const { element } = item;
  if (element.kind === "frame") return "board-mini-frame";
  if (element.kind === "stroke") return "board-mini-stroke";
  return `board-mini-node ${"color" in element ? `board-mini-${element.color}` : ""}`;
}

/** An element on the map: a drawing as its line, all others as the place that they take. */
function MiniNode(node: MiniMapNodeProps) {
  const { id, x, y, width, height, className } = node;
  const element = useReactFlow<BoardNode>().getNode(id)?.data.item.element;
  if (element?.kind !== "stroke") return <MiniMapNode {...node} />;
  return (
    <path
      d={smoothPath(pointsOf(element, [width, height]))}
      className={className}
      data-ink={element.ink}
      transform={`translate(${x} ${y})`}
      vectorEffect="non-scaling-stroke"
    />
  );
}
