import type { ReactNode } from "react";
import { formatNumber } from "../../lib/format-number.ts";
import type { Section } from "./board-state.ts";
import { formatMoney, openCount, openTotals } from "./words.ts";

/** The figures of a section of deals, each counted in the database. */
export function FiguresStrip({ section: { type, figures } }: { section: Section }) {
  const totals = openTotals(type, figures);
  const count = openCount(type, figures);
  const { won, lost } = figures.closed;
  const closed = won + lost;
  return (
    <dl
      aria-label="Figures"
      className="grid flex-none grid-cols-4 divide-x rounded-lg border bg-surface-raised shadow-1 max-md:grid-cols-2 max-md:divide-x-0"
    >
      <Figure
        label="Open value"
        note={`${formatNumber(count)} open ${count === 1 ? type.singular : `${type.singular}s`}`}
      >
        {totals.length === 0 ? "None" : totals.map(formatMoney).join(" + ")}
      </Figure>
      <Figure label="Weighted" note="By the probability of each stage">
        {totals.length === 0
          ? "None"
          : totals.map(({ weighted, currency }) => formatMoney({ amount: weighted, currency })).join(" + ")}
      </Figure>
      <Figure label="Win rate, 90 days" note={`${won} of ${closed} closed`}>
        {closed === 0 ? "Unknown" : `${Math.round((100 * won) / closed)}%`}
      </Figure>
      <Figure label="Stalled" note={`No change for ${type.staleDays ?? 0} days`}>
        {formatNumber(figures.stalled)}
      </Figure>
    </dl>
  );
}

function Figure({ label, note, children }: { label: string; note: string; children: ReactNode }) {
  return (
    <div className="min-w-0 px-4 py-3">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="font-semibold text-lg tabular-nums max-md:text-sm">{children}</dd>
      <dd className="text-muted text-xs">{note}</dd>
    </div>
  );
}
