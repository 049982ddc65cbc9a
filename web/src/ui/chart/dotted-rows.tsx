import type { ReactNode } from "react";
import { type ChartColor, colorOf } from "./chart-data.ts";

export interface Share {
  key: string;
  label: string;
  value: number;
  color: ChartColor;
  /** In place of the bare number. */
  text?: string;
  /** Between its name and its figure. */
  action?: ReactNode;
}

/** The legend of a ring or a single bar, with the parts in order and their figures. */
export function DottedRows({ label, shares }: { label: string; shares: readonly Share[] }) {
  return (
    <ul aria-label={label} className="min-w-0 flex-1 divide-y">
      {shares.map(({ key, label: name, value, color, text, action }) => (
        <li className="flex min-h-[29px] items-center gap-2.5 text-sm" key={key}>
          <span
            aria-hidden="true"
            className="size-2 flex-none rounded-full"
            style={{ background: colorOf(color) }}
          />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          {action}
          <b className="font-semibold tabular-nums">{text ?? value}</b>
        </li>
      ))}
    </ul>
  );
}

/** Parts of a whole as one bar; what they are stands below it. */
export function ShareBar({ shares }: { shares: readonly Share[] }) {
  return (
    <div aria-hidden="true" className="mt-1 mb-2.5 flex h-3 gap-0.5">
      {shares
        .filter(({ value }) => value > 0)
        .map(({ key, value, color }) => (
          <span
            className="min-w-1 rounded-xs first:rounded-l-sm last:rounded-r-sm"
            key={key}
            style={{ background: colorOf(color), flexGrow: value, flexBasis: 0 }}
          />
        ))}
    </div>
  );
}
