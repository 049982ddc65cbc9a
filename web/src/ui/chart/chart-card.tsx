import { ChartColumn, Download, Info, Table2 } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode, useState } from "react";
import { IconButton } from "../button/icon-button.tsx";
import { Card } from "../layout/card.tsx";
import { Popover } from "../popup/popover.tsx";
import { type ChartData, figureOf } from "./chart-data.ts";

interface ChartTableProps {
  data: ChartData;
  label: string;
  /** An empty link to an address. */
  link: (address: string) => ReactElement<{ children?: ReactNode; className?: string }>;
}

const number = new Intl.NumberFormat("en");

/** The figures of a chart, each leading to what it counts. */
function ChartTable({ data: { rowHead, series, rows }, label, link }: ChartTableProps) {
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

export interface ChartCardProps {
  title: string;
  /** The chart in one sentence, for screen readers. */
  summary: string;
  /** The definition of what is counted. */
  definition: string;
  data: ChartData;
  link: (address: string) => ReactElement<{ children?: ReactNode; className?: string }>;
  /** Saves the table as a file. */
  onSave: (data: ChartData, title: string) => void;
  className?: string;
  /** In place of the chart where there is nothing to draw. */
  empty?: ReactNode;
  children: ReactNode;
}

/** A chart with its name, what it says, what it counts, the table behind it and that table as a file. */
export function ChartCard(props: ChartCardProps) {
  const { title, summary, definition, data, link, onSave, className, empty, children } = props;
  const [isTable, setIsTable] = useState(false);
  return (
    <Card
      title={title}
      className={className}
      action={
        <>
          <Popover
            label={`What “${title}” counts`}
            align="end"
            className="w-72"
            trigger={<IconButton size="sm" icon={Info} label={`What “${title}” counts`} />}
          >
            <p className="text-sm">{definition}</p>
          </Popover>
          <IconButton
            size="sm"
            icon={isTable ? ChartColumn : Table2}
            label={`${isTable ? "Chart" : "Table"} of “${title}”`}
            onClick={() => setIsTable(!isTable)}
          />
          <IconButton
            size="sm"
            icon={Download}
            label={`Save “${title}” as CSV`}
            onClick={() => onSave(data, title)}
          />
        </>
      }
    >
      <p className="-mt-1 pb-3 text-muted text-xs">{summary}</p>
      {isTable ? <ChartTable data={data} label={title} link={link} /> : empty || children}
    </Card>
  );
}
