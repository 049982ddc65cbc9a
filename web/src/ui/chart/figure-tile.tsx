import type { ReactElement, ReactNode } from "react";
import { cloneElement } from "react";
import { type ChartColor, colorOf } from "./chart-data.ts";

export interface FigureTileProps {
  label: string;
  figure: string;
  /** The definition of the figure, as a tooltip. */
  definition: string;
  /** Leads to what it counts, where there is a list of it. */
  link?: ReactElement<{ children?: ReactNode; className?: string; title?: string }>;
  /** How it went on, for the eye alone: the chart below says it in figures. */
  line?: { values: readonly number[]; color: ChartColor };
  children?: ReactNode;
}

/** One figure, large, with a line more about it. */
export function FigureTile({ label, figure, definition, link, line, children }: FigureTileProps) {
  return (
    <section
      aria-label={label}
      className="flex items-center justify-between gap-3 rounded-lg border bg-surface-raised px-4 py-3 shadow-1"
    >
      <div className="min-w-0 self-start">
        <h2 className="text-muted text-sm">{label}</h2>
        {link ? (
          cloneElement(link, {
            className:
              "type-page inline-block min-h-8 min-w-8 rounded-xs tabular-nums hover:text-primary-text hover:underline",
            title: definition,
            children: figure,
          })
        ) : (
          <p className="type-page min-h-8 tabular-nums" title={definition}>
            {figure}
          </p>
        )}
        <p className="text-faint text-xs">{children}</p>
      </div>
      {line && line.values.length > 1 && (
        <svg
          aria-hidden="true"
          width="96"
          height="34"
          viewBox="0 -3 96 34"
          className="flex-none overflow-visible"
        >
          <path
            d={sparkPath(line.values)}
            fill="none"
            stroke={colorOf(line.color)}
            strokeWidth="2"
            strokeLinejoin="round"
          />
        </svg>
      )}
    </section>
  );
}

function sparkPath(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * 96;
    const y = high === low ? 14 : 28 - ((value - low) / (high - low)) * 26;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}
