import type { ReactNode } from "react";
import { type ChartSeries, colorOf } from "./chart-data.ts";

// Series differ by more than their colour: lines by their dashes, areas and bars by a pattern on it.

const dashes = [undefined, "7 4", "2 4", "10 3 2 3", "4 2"];

export function dashOf(index: number): string | undefined {
  return dashes[index % dashes.length];
}

const marks: readonly ReactNode[] = [
  null,
  <path key="diagonal" d="M-1 7 7-1M-1 3 3-1M3 7 7 3" strokeWidth="1.3" />,
  <path key="dots" d="M1.5 1.5h.01M4.5 4.5h.01" strokeWidth="2" strokeLinecap="round" />,
  <path key="upright" d="M1.5 0v6M4.5 0v6" strokeWidth="1" />,
  <path key="lying" d="M0 3h6" strokeWidth="1.4" />,
];

export function fillId(chartId: string, series: ChartSeries): string {
  return `${chartId}-${series.key}`;
}

/** The fills of a chart's series, to be named by `fillId`. */
export function SeriesFills({ chartId, series }: { chartId: string; series: readonly ChartSeries[] }) {
  return (
    <defs>
      {series.map((one) => (
        <pattern key={one.key} id={fillId(chartId, one)} width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" fill={colorOf(one.color)} />
          <g fill="none" stroke="var(--surface-raised)" opacity=".75">
            {marks[(one.color - 1) % marks.length]}
          </g>
        </pattern>
      ))}
    </defs>
  );
}

export interface LegendProps {
  chartId: string;
  series: readonly ChartSeries[];
  kind: "line" | "fill";
}

/** The meaning of each colour and pattern. */
export function Legend({ chartId, series, kind }: LegendProps) {
  if (series.length < 2) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 pb-2 text-muted text-xs">
      {series.map((one, index) => (
        <li key={one.key} className="flex items-center gap-1.5">
          <Swatch chartId={chartId} series={one} index={index} kind={kind} />
          {one.label}
        </li>
      ))}
    </ul>
  );
}

interface SwatchProps {
  chartId: string;
  series: ChartSeries;
  index: number;
  kind: "line" | "fill";
}

export function Swatch({ chartId, series, index, kind }: SwatchProps) {
  return (
    <svg width="18" height="10" aria-hidden="true" className="flex-none">
      {kind === "line" ? (
        <path d="M1 5h16" stroke={colorOf(series.color)} strokeWidth="2" strokeDasharray={dashOf(index)} />
      ) : (
        <rect width="18" height="10" rx="2" fill={`url(#${fillId(chartId, series)})`} />
      )}
    </svg>
  );
}
