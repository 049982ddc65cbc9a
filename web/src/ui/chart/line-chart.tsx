import { scaleLinear, scalePoint } from "d3-scale";
import { area, line } from "d3-shape";
import { useId } from "react";
import { RowAxis, room, ValueAxis } from "./axes.tsx";
import { type ChartData, colorOf, figureOf } from "./chart-data.ts";
import { dashOf } from "./looks.tsx";
import { largestOf, Plot } from "./plot.tsx";
import { useReading } from "./use-reading.ts";
import { useWidth } from "./use-width.ts";

export interface LineChartProps {
  data: ChartData;
  label: string;
  height?: number;
  /** The series whose area is tinted. */
  tinted?: string;
  onOpen?: (address: string) => void;
}

const endRoom = 92;
const narrow = 480;

/** How something went on, a line for each series, with its name at its end. */
export function LineChart({ data, label, height = 220, tinted, onOpen }: LineChartProps) {
  const chartId = useId();
  const [ref, width] = useWidth<HTMLDivElement>(640);
  const isNarrow = width < narrow;
  const { rows, series } = data;
  const right = width - (isNarrow ? 22 : endRoom);
  const points = scalePoint(
    rows.map(({ key }) => key),
    [room.left, right],
  );
  const xOf = (index: number) => points(rows[index]?.key ?? "") ?? room.left;
  const scale = scaleLinear([0, largestOf(data, false)], [height - room.bottom, room.top]).nice(3);
  const rowAt = (x: number) => Math.round((x - room.left) / (points.step() || 1));
  const reading = useReading({ data, rowAt, onOpen });
  const at = reading.reading;
  const ends = spread(
    series.map((one) => scale(lastOf(data, one.key))),
    height - room.bottom - 3,
  );
  // The line up to what is complete, and from there to what is counted so far.
  const complete = rows.at(-1)?.isSoFar ? rows.length - 1 : rows.length;
  return (
    <div ref={ref}>
      <Plot {...{ chartId, data, label, width, height, reading, xOf }} kind="line" hasLegend={isNarrow}>
        <ValueAxis scale={scale} right={right} />
        <RowAxis rows={rows} xOf={xOf} y={height - 4} />
        {at && (
          <path d={`M${xOf(at.row)} ${room.top}V${height - room.bottom}`} stroke="var(--border-control)" />
        )}
        {series.map((one, index) => {
          const heights = rows.map((row) => scale(figureOf(row, one)));
          const color = colorOf(one.color);
          const pathOf = (from: number, to: number) =>
            line<number>(
              (_, place) => xOf(from + place),
              (y) => y,
            )(heights.slice(from, to)) ?? undefined;
          const drawn = {
            fill: "none",
            stroke: color,
            strokeWidth: 2,
            strokeLinejoin: "round",
            strokeLinecap: index === 0 ? "round" : "butt",
            strokeDasharray: dashOf(index),
          } as const;
          const under = area<number>(
            (_, place) => xOf(place),
            height - room.bottom,
            (y) => y,
          )(heights);
          const end = heights.at(-1) ?? 0;
          return (
            <g key={one.key}>
              {one.key === tinted && <path d={under ?? undefined} fill={color} opacity=".1" />}
              <path d={pathOf(0, complete)} {...drawn} />
              {complete < rows.length && (
                <path d={pathOf(Math.max(complete - 1, 0), rows.length)} {...drawn} opacity=".4" />
              )}
              <circle cx={xOf(rows.length - 1)} cy={end} r="3.5" fill={color} />
              {!isNarrow && (
                <text
                  x={right + 9}
                  y={(ends[index] ?? end) + 4}
                  className="fill-current font-semibold text-2xs text-text tabular-nums"
                >
                  {`${one.label} ${lastOf(data, one.key)}`}
                </text>
              )}
              {at && (
                <circle
                  cx={xOf(at.row)}
                  cy={heights[at.row]}
                  r={at.series === index ? 5 : 4}
                  fill={color}
                  stroke="var(--surface-raised)"
                  strokeWidth="2"
                />
              )}
            </g>
          );
        })}
      </Plot>
    </div>
  );
}

function lastOf({ rows }: ChartData, key: string): number {
  return rows.at(-1)?.values[key] ?? 0;
}

const labelHeight = 15;

/** Labels that would cover each other move apart, and none goes below the lowest place, where the axis has its own. */
function spread(heights: readonly number[], lowest: number): number[] {
  const order = heights.map((_, index) => index).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const placed = [...heights];
  for (const [place, index] of order.entries()) {
    const above = order[place - 1];
    if (above === undefined) continue;
    placed[index] = Math.max(placed[index] ?? 0, (placed[above] ?? 0) + labelHeight);
  }
  let floor = lowest;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index] ?? 0, floor);
    floor = (placed[index] ?? 0) - labelHeight;
  }
  return placed;
}
