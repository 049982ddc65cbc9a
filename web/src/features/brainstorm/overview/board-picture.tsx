import type { PreviewElement } from "@atoll/contract/brainstorm/schemas";
import { pictureColors } from "./colors.ts";

/** A small picture of a canvas: no texts, only where what is. Decoration next to the name. */
export function BoardPicture({
  elements,
  className,
}: {
  elements: readonly PreviewElement[];
  className?: string;
}) {
  const { box, isTall } = frameOf(elements);
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox={box}
      preserveAspectRatio={isTall ? "xMidYMin slice" : "xMidYMid meet"}
    >
      {elements.map((element, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: elements of a picture have no other name
        <Element key={index} element={element} />
      ))}
    </svg>
  );
}

function Element({ element: { kind, at, size, color, to } }: { element: PreviewElement }) {
  const [x, y] = at;
  const [width, height] = size;
  const { fill, stroke } = pictureColors[color ?? "sea"];
  if (kind === "arrow")
    return to && <line x1={x} y1={y} x2={to[0]} y2={to[1]} stroke="var(--text-faint)" strokeWidth={4} />;
  if (kind === "frame")
    return (
      <g>
        <rect
          {...{ x, y, width, height }}
          rx={14}
          fill="var(--surface-raised)"
          stroke="var(--border-strong)"
          strokeWidth={3}
        />
        <rect
          x={x + 14}
          y={y + 14}
          width={width * 0.42}
          height={10}
          rx={5}
          fill="var(--text-faint)"
          opacity={0.6}
        />
      </g>
    );
  return (
    <g>
      <rect
        {...{ x, y, width, height }}
        rx={kind === "note" ? 5 : 14}
        fill={kind === "image" ? "var(--surface-active)" : fill}
        stroke={stroke}
        strokeOpacity={0.55}
        strokeWidth={3}
      />
      {kind === "note" && <Lines x={x} y={y} width={width} />}
    </g>
  );
}

/** Stands for what a note says. */
function Lines({ x, y, width }: { x: number; y: number; width: number }) {
  const line = { x: x + 16, height: 8, rx: 4, fill: "var(--text-faint)", opacity: 0.45 };
  return (
    <>
      <rect {...line} y={y + 22} width={width - 40} />
      <rect {...line} y={y + 42} width={(width - 40) * 0.6} />
    </>
  );
}

const margin = 40;
/** A board with one note shows it small, as it is. */
const smallest = 700;

/** A tall board, where nothing could be told apart if it were shown whole, shows its upper part. */
function frameOf(elements: readonly PreviewElement[]): { box: string; isTall: boolean } {
  const edges = (pick: (element: PreviewElement) => number) => elements.map(pick);
  const [left, right] = wideEnough(
    edges(({ at }) => at[0]),
    edges(({ at, size }) => at[0] + size[0]),
    smallest,
  );
  const [top, bottom] = wideEnough(
    edges(({ at }) => at[1]),
    edges(({ at, size }) => at[1] + size[1]),
    smallest / 2,
  );
  const [width, height] = [right - left + 2 * margin, bottom - top + 2 * margin];
  return { box: [left - margin, top - margin, width, height].join(" "), isTall: height > 1.5 * width };
}

/** From the first to the last edge, with as much room on both sides as it takes to be `least` wide. */
function wideEnough(starts: number[], ends: number[], least: number): [number, number] {
  if (starts.length === 0) return [0, least];
  const [start, end] = [Math.min(...starts), Math.max(...ends)];
  const room = Math.max(0, least - (end - start)) / 2;
  return [start - room, end + room];
}
