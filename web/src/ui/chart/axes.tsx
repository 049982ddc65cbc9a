import type { ScaleLinear } from "d3-scale";
import type { ChartRow } from "./chart-data.ts";

/** Room around the drawing for what stands on the axes, in CSS pixels. */
export const room = { top: 12, bottom: 24, left: 34 } as const;

const axisText = "fill-current text-2xs font-medium text-faint tabular-nums";
const number = new Intl.NumberFormat("en");

/** Hairlines with their values. */
export function ValueAxis({ scale, right }: { scale: ScaleLinear<number, number>; right: number }) {
  return (
    <g>
      {scale
        .ticks(3)
        .filter(Number.isInteger)
        .map((tick) => (
          <g key={tick}>
            <path d={`M${room.left} ${scale(tick)}H${right}`} stroke="var(--chart-grid)" />
            <text x={room.left - 8} y={scale(tick) + 4} textAnchor="end" className={axisText}>
              {number.format(tick)}
            </text>
          </g>
        ))}
    </g>
  );
}

export interface RowAxisProps {
  rows: readonly ChartRow[];
  xOf: (index: number) => number;
  y: number;
  /** Pixels that a label wants. */
  labelWidth?: number;
}

/** The names of the places, as many as there is room for. */
export function RowAxis({ rows, xOf, y, labelWidth = 56 }: RowAxisProps) {
  const apart = rows.length > 1 ? Math.abs(xOf(1) - xOf(0)) : labelWidth;
  const every = Math.max(1, Math.ceil(labelWidth / Math.max(apart, 1)));
  return (
    <g>
      {rows.map(({ key, tick }, index) =>
        index % every === 0 ? (
          <text key={key} x={xOf(index)} y={y} textAnchor="middle" className={axisText}>
            {tick}
          </text>
        ) : null,
      )}
    </g>
  );
}
