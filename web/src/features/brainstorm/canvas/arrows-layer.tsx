import { memo } from "react";
import type { CanvasItem } from "./board-canvas.ts";
import { useBoardStore } from "./board-store.tsx";
import { arrowPath } from "./looks/arrow-path.ts";
import type { PassingPlace } from "./use-flow-nodes.ts";

/** The arrows, from edge to edge of what they join; they follow an element that is being moved. */
export function ArrowsLayer({ passing }: { passing: ReadonlyMap<string, PassingPlace> }) {
  const { snapshot, selectedIds, select, edit, mayWrite } = useBoardStore();
  const arrows = [...snapshot.items.values()].filter(({ element }) => element.kind === "arrow");
  if (arrows.length === 0) return null;
  const items = placed(snapshot.items, passing);
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute top-0 left-0 size-px overflow-visible">
      {arrows.map(({ id, element }) => {
        if (element.kind !== "arrow") return null;
        const mark = markOf(element, items);
        return (
          <g key={id}>
            <ArrowMark {...mark} isSelected={selectedIds.has(id)} />
            {/* biome-ignore lint/a11y/noStaticElementInteractions: keys reach every element from the canvas itself */}
            <path
              d={mark.line}
              fill="none"
              stroke="transparent"
              strokeWidth={14}
              className="pointer-events-auto"
              onPointerDown={(event) => {
                event.stopPropagation();
                select([id]);
              }}
              onDoubleClick={(event) => {
                event.stopPropagation();
                if (mayWrite) edit(id);
              }}
            />
          </g>
        );
      })}
    </svg>
  );
}

interface ArrowMarkProps {
  line: string;
  /** The heads as one path. */
  heads: string;
  /** The place of the label. */
  x: number;
  y: number;
  ink: string | undefined;
  isDashed: boolean;
  text: string;
  isSelected?: boolean;
}

/** The parts of an arrow that its drawing depends on. */
export function markOf(
  element: Extract<CanvasItem["element"], { kind: "arrow" }>,
  items: ReadonlyMap<string, CanvasItem>,
): ArrowMarkProps {
  const { line, heads, middle } = arrowPath(element, items);
  const [x, y] = middle;
  const { ink, text } = element;
  return { line, heads: heads.join(""), x, y, ink, isDashed: element.dash === "dashed", text };
}

/** One arrow with its label. An arrow that is as it was is not drawn again. */
export const ArrowMark = memo(function ArrowMark(arrow: ArrowMarkProps) {
  const { line, heads, x, y, ink, isDashed, text, isSelected = false } = arrow;
  const color = isSelected ? "var(--ring)" : "var(--ink, var(--text-muted))";
  return (
    <g data-ink={ink}>
      <path
        d={line}
        fill="none"
        stroke={color}
        strokeWidth={isSelected ? 2.5 : 1.5}
        strokeDasharray={isDashed ? "7 5" : undefined}
      />
      <path d={heads} fill={color} />
      {text && (
        <text
          x={x}
          y={y - 6}
          textAnchor="middle"
          fontSize={13}
          fill="var(--ink, var(--text))"
          // Readable over what the arrow crosses.
          stroke="var(--surface)"
          strokeWidth={4}
          paintOrder="stroke"
        >
          {text}
        </text>
      )}
    </g>
  );
});

function placed(
  items: ReadonlyMap<string, CanvasItem>,
  passing: ReadonlyMap<string, PassingPlace>,
): ReadonlyMap<string, CanvasItem> {
  if (passing.size === 0) return items;
  const moved = new Map(items);
  for (const [id, { at, size }] of passing) {
    const item = items.get(id);
    if (!item || item.element.kind === "arrow") continue;
    moved.set(id, { ...item, element: { ...item.element, at: [...at], size: size ?? item.element.size } });
  }
  return moved;
}
