import type { OpenCard } from "@atoll/contract/cards/schemas";
import { ChartLine } from "lucide-react";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { Card as Surface } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { drawSeries } from "./draw-series.ts";

const width = 260;
const height = 96;

/** The history of a number. Days without a number are gaps in the line, and never drawn as zero. */
export function SeriesCard({ open: { series, type } }: { open: OpenCard }) {
  const label = type.fields.find(({ name }) => name === type.options.layout.series)?.label ?? "History";
  const first = series[0];
  const last = series.at(-1);
  if (!first || !last)
    return (
      <Surface title={label} icon={ChartLine}>
        <EmptyState title="No history yet. Import it as CSV." />
      </Surface>
    );
  const { path, dots, least, most } = drawSeries(series, width, height);
  return (
    <Surface title={label} icon={ChartLine}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="w-full"
        role="img"
        aria-label={`${label}: ${first.value} on ${dayWords(first.day)}, ${last.value} on ${dayWords(last.day)}, between ${least} and ${most}`}
      >
        <path d={path} fill="none" stroke="var(--chart-1)" strokeWidth="2" strokeLinejoin="round" />
        {dots.map(({ x, y, day }) => (
          <circle key={day} cx={x} cy={y} r="2.5" fill="var(--chart-1)" />
        ))}
      </svg>
      <p className="mt-2 flex justify-between text-muted text-xs tabular-nums">
        <span>
          {dayWords(first.day)}: {first.value}
        </span>
        <span>
          {dayWords(last.day)}: {last.value}
        </span>
      </p>
      <details className="mt-2 text-xs">
        <summary className="cursor-pointer text-muted">Show as a table</summary>
        <table className="mt-1 w-full">
          <tbody>
            {series.toReversed().map(({ day, value }) => (
              <tr key={day}>
                <th scope="row" className="text-left font-regular">
                  {dayWords(day)}
                </th>
                <td className="text-right tabular-nums">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Surface>
  );
}

const dayWords = (day: string) => formatWallDate(day);
