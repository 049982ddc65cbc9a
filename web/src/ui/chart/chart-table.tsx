import { cloneElement, type ReactElement, type ReactNode } from "react";
import { type ChartData, figureOf } from "./chart-data.ts";

export interface ChartTableProps {
  data: ChartData;
  label: string;
  /** An empty link to an address. */
  link: (address: string) => ReactElement<{ children?: ReactNode; className?: string }>;
}

const number = new Intl.NumberFormat("en");

/** The figures of a chart, each leading to what it counts. */
export function ChartTable({ data: { rowHead, series, rows }, label, link }: ChartTableProps) {
  return (
    <div className="max-h-72 overflow-auto rounded-md border">
      <table aria-label={label} className="w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-surface-sunken font-semibold text-2xs text-muted">
          <tr>
            <th scope="col" className="px-3 py-2 text-left">
              {rowHead}
            </th>
            {series.map(({ key, label: head }) => (
              <th key={key} scope="col" className="px-3 py-2 text-right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-t">
              <th scope="row" className="px-3 py-1.5 text-left font-regular">
                {row.label}
              </th>
              {series.map((one) => {
                const value = number.format(figureOf(row, one));
                const address = row.links?.[one.key];
                return (
                  <td key={one.key} className="px-3 py-1.5 text-right tabular-nums">
                    {address
                      ? cloneElement(link(address), {
                          className:
                            "inline-block min-h-6 min-w-6 rounded-xs text-primary-text hover:underline",
                          children: value,
                        })
                      : value}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
