import type { CanvasItem } from "./board-canvas.ts";
import { useBoardStore } from "./board-store.tsx";
import { endsOf } from "./geometry.ts";
import type { PassingPlace } from "./use-flow-nodes.ts";

/** The arrows, from edge to edge of what they join; they follow an element that is being moved. */
export function ArrowsLayer({ passing }: { passing: ReadonlyMap<string, PassingPlace> }) {
  const { snapshot, selectedIds, select } = useBoardStore();
  const arrows = [...snapshot.items.values()].filter(({ element }) => element.kind === "arrow");
  if (arrows.length === 0) return null;
  const items = placed(snapshot.items, passing);
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute top-0 left-0 size-px overflow-visible">
      <defs>
        <marker
          id="board-arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto"
        >
          <path d="M0 0.5 7.5 4 0 7.5z" fill="var(--text-muted)" />
        </marker>
      </defs>
      {arrows.map(({ id, element }) => {
        if (element.kind !== "arrow") return null;
        const [from, to] = endsOf(element, items);
        const line = `M${from[0]} ${from[1]} L${to[0]} ${to[1]}`;
        return (
          <g key={id}>
            <path
              d={line}
              fill="none"
              stroke={selectedIds.has(id) ? "var(--ring)" : "var(--text-muted)"}
              strokeWidth={selectedIds.has(id) ? 2.5 : 1.5}
              markerEnd="url(#board-arrow)"
            />
            {element.text && (
              <text
                x={(from[0] + to[0]) / 2}
                y={(from[1] + to[1]) / 2 - 6}
                textAnchor="middle"
                fontSize={13}
                fill="var(--text)"
                // Readable over what the arrow crosses.
                stroke="var(--surface)"
                strokeWidth={4}
                paintOrder="stroke"
              >
                {element.text}
              </text>
            )}
            <path
              d={line}
              fill="none"
              stroke="transparent"
              strokeWidth={14}
              className="pointer-events-auto"
              onPointerDown={(event) => {
                event.stopPropagation();
                select([id]);
              }}
            />
          </g>
        );
      })}
    </svg>
  );
}

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
