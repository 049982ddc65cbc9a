import { ChartColumn, Download, Info, Table2 } from "lucide-react";
import { type ReactElement, type ReactNode, useState } from "react";
import { IconButton } from "../button/icon-button.tsx";
import { Card } from "../layout/card.tsx";
import { Popover } from "../popup/popover.tsx";
import type { ChartData } from "./chart-data.ts";
import { ChartTable } from "./chart-table.tsx";

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
