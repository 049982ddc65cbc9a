import { cloneElement, type ReactElement, type ReactNode, useId } from "react";
import { VisuallyHidden } from "../base/visually-hidden.tsx";
import { type ChartData, type ChartRow, figureOf, rowInWords } from "./chart-data.ts";
import { fillId, Legend, SeriesFills } from "./looks.tsx";
import { largestOf } from "./plot.tsx";

export interface BarRowsProps {
  data: ChartData;
  label: string;
  /** An element before a row's name: an avatar, a dot. */
  lead?: (rowKey: string) => ReactNode;
  /** An empty link to an address. */
  link: (address: string) => ReactElement<{ children?: ReactNode; className?: string }>;
  /** The text at the end of a row. Defaults to the sum. */
  rowText?: (row: ChartRow) => string;
  /** The hue of a row's department for all of its bars, the first solid and the others pale. */
  rowSlug?: (rowKey: string) => string | undefined;
}

/** A bar for each of a list of names, its parts one behind the other. */
export function BarRows({ data, label, lead, link, rowText, rowSlug }: BarRowsProps) {
  const chartId = useId();
  const largest = largestOf(data, true);
  const isOwnColor = rowSlug !== undefined;
  return (
    <>
      {!isOwnColor && <Legend chartId={chartId} series={data.series} kind="fill" />}
      <svg width="0" height="0" className="absolute" aria-hidden="true">
        <SeriesFills chartId={chartId} series={data.series} />
      </svg>
      <ul aria-label={label} className="flex flex-col gap-2.5">
        {data.rows.map((row) => {
          const values = data.series.map((one) => figureOf(row, one));
          const text = rowText?.(row) ?? values.reduce((sum, value) => sum + value, 0);
          const address = row.links?.all;
          return (
            <li
              key={row.key}
              data-dept={rowSlug?.(row.key)}
              className="grid grid-cols-[minmax(0,10.25rem)_minmax(0,1fr)_4rem] items-center gap-2.5 text-sm max-sm:grid-cols-[minmax(0,7rem)_minmax(0,1fr)_3.5rem]"
            >
              <span className="flex min-w-0 items-center gap-2">
                {lead?.(row.key)}
                <span className="truncate">{row.label}</span>
              </span>
              <svg aria-hidden="true" width="100%" height="14">
                {values.map((value, index) => {
                  const one = data.series[index];
                  const before = values.slice(0, index).reduce((sum, part) => sum + part, 0);
                  return (
                    one &&
                    value > 0 && (
                      <rect
                        key={one.key}
                        x={`${(before / largest) * 100}%`}
                        width={`${(value / largest) * 100}%`}
                        height="14"
                        rx="3"
                        fill={isOwnColor ? "var(--dept)" : `url(#${fillId(chartId, one)})`}
                        opacity={isOwnColor && index > 0 ? 0.28 : 1}
                      />
                    )
                  );
                })}
              </svg>
              <span className="text-right text-muted tabular-nums">
                <VisuallyHidden>{`${rowInWords(row, data.series)}. `}</VisuallyHidden>
                {address
                  ? cloneElement(link(address), {
                      className:
                        "inline-block min-h-6 min-w-6 rounded-xs font-medium text-primary-text hover:underline",
                      children: text,
                    })
                  : text}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
