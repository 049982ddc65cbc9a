import { cx } from "../base/cx.ts";
import { VisuallyHidden } from "../base/visually-hidden.tsx";
import { type ChartData, figureOf, rowInWords } from "./chart-data.ts";
import { Swatch } from "./looks.tsx";
import type { Reading } from "./use-reading.ts";

export interface ReadingBubbleProps {
  chartId: string;
  data: ChartData;
  reading: Reading | null;
  /** Where the row lies, and how wide the drawing is. */
  x: number;
  width: number;
  kind: "line" | "fill";
}

/** The values at one place, next to the cursor. Also announced to screen readers. */
export function ReadingBubble({ chartId, data, reading, x, width, kind }: ReadingBubbleProps) {
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
