import type { ReactNode } from "react";
import { cx } from "../base/cx.ts";
import { VisuallyHidden } from "../base/visually-hidden.tsx";
import { type ChartData, figureOf, rowInWords } from "./chart-data.ts";
import { Legend, SeriesFills, Swatch } from "./looks.tsx";
import type { Reading, useReading } from "./use-reading.ts";

export interface PlotProps {
  chartId: string;
  data: ChartData;
  /** The content for screen readers, which read the figures one by one. */
  label: string;
  kind: "line" | "fill";
  width: number;
  height: number;
  reading: ReturnType<typeof useReading>;
  xOf: (index: number) => number;
  /** Shows which colour is which above the drawing. */
  hasLegend: boolean;
  children: ReactNode;
}

/** The drawing of a chart with its keys, its cursor and its reading. One stop of the tab key. */
export function Plot(props: PlotProps) {
  const { chartId, data, label, kind, width, height, reading, xOf, hasLegend, children } = props;
  const at = reading.reading;
  return (
    <>
      {hasLegend && <Legend chartId={chartId} series={data.series} kind={kind} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing whose figures are read with arrows */}
      <div
        role="group"
        aria-label={`${label}. Arrow keys read the figures, Enter opens what one counts.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its figures are read with arrows
        tabIndex={0}
        className="relative rounded-sm outline-offset-4"
        {...reading.handlers}
      >
        <svg
          aria-hidden="true"
          className={at && data.rows[at.row]?.links ? "block cursor-pointer" : "block"}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
        >
          <SeriesFills chartId={chartId} series={data.series} />
          {children}
        </svg>
        <ReadingBubble
          chartId={chartId}
          data={data}
          reading={at}
          x={at ? xOf(at.row) : 0}
          width={width}
          kind={kind}
        />
      </div>
    </>
  );
}

/** The largest sum of a row, or the largest single value; never nothing, so that there is an axis. */
export function largestOf({ rows, series }: ChartData, isStacked: boolean): number {
  const sizes = rows.map((row) => {
    const values = series.map((one) => figureOf(row, one));
    return isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
  });
  return Math.max(3, ...sizes);
}

interface ReadingBubbleProps {
  chartId: string;
  data: ChartData;
  reading: Reading | null;
  /** Where the row lies, and how wide the drawing is. */
  x: number;
  width: number;
  kind: "line" | "fill";
}

/** The values at one place, next to the cursor. Also announced to screen readers. */
function ReadingBubble({ chartId, data, reading, x, width, kind }: ReadingBubbleProps) {
  const row = reading && data.rows[reading.row];
  return (
    <>
      <VisuallyHidden>
        <span role="status">{row && rowInWords(row, data.series)}</span>
      </VisuallyHidden>
      {row && (
        <div
          aria-hidden="true"
          className={cx(
            "pointer-events-none absolute top-4 z-10 min-w-36 rounded-md border bg-surface-raised px-3 py-2 text-xs shadow-3",
            x > width / 2 ? "-translate-x-[calc(100%+12px)]" : "translate-x-3",
          )}
          style={{ left: x }}
        >
          <b className="block pb-0.5 font-semibold">{row.label}</b>
          {data.series.map((series, index) => (
            <span
              key={series.key}
              className={cx(
                "flex items-center gap-2 text-muted",
                index === reading.series && data.series.length > 1 && "font-semibold",
              )}
            >
              <Swatch chartId={chartId} series={series} index={index} kind={kind} />
              {series.label}
              <em className="ml-auto pl-3 font-semibold text-text not-italic tabular-nums">
                {figureOf(row, series)}
              </em>
            </span>
          ))}
        </div>
      )}
    </>
  );
}
