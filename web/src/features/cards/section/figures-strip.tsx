import type { ReactNode } from "react";
import { formatNumber } from "../../../lib/format-number.ts";
import type { Section } from "../data/api.ts";
import { capital, counted, formatMoney, headline, openCount, openTotals } from "../data/words.ts";

/** The figures of a section, each counted in the database. */
export function FiguresStrip({ section: { type, figures } }: { section: Section }) {
  const money = type.fields.find(({ name, kind }) => name === type.valueField && kind === "money");
  // Only what can be won has a forecast.
  const isForecast = money !== undefined && type.stages.some(({ id }) => id === "won");
  const totals = openTotals(type, figures);
  const count = openCount(type, figures);
  const { won, lost } = figures.closed;
  const closed = won + lost;
  const main = headline(type, figures);
  return (
    <dl
      aria-label="Figures"
      className="grid flex-none auto-cols-fr grid-flow-col divide-x rounded-lg border bg-surface-raised shadow-1 max-md:auto-cols-auto max-md:justify-start max-md:scroll-row"
    >
      {money ? (
        <>
          <Figure label={`Open ${money.label.toLowerCase()}`} note={`${counted(count, type.singular)} open`}>
            {totals.length === 0 ? "None" : totals.map(formatMoney).join(" + ")}
          </Figure>
          {isForecast && (
            <Figure label="Weighted" note="By the probability of each stage">
              {totals.length === 0
                ? "None"
                : totals
                    .map(({ weighted, currency }) => formatMoney({ amount: weighted, currency }))
                    .join(" + ")}
            </Figure>
          )}
        </>
      ) : (
        <Figure label={capital(main.words)} note={`${counted(count, type.singular)} open`}>
          {formatNumber(main.count)}
        </Figure>
      )}
      {type.stages.some(({ kind }) => kind !== "open") && (
        <Figure
          label={isForecast ? "Win rate, 90 days" : "Closed, 90 days"}
          note={`${won} of ${closed} closed`}
        >
          {closed === 0
            ? "Unknown"
            : isForecast
              ? `${Math.round((100 * won) / closed)}%`
              : formatNumber(closed)}
        </Figure>
      )}
      {type.staleDays !== null && (
        <Figure label="Stalled" note={`No change for ${type.staleDays} days`}>
          {formatNumber(figures.stalled)}
        </Figure>
      )}
    </dl>
  );
}

function Figure({ label, note, children }: { label: string; note: string; children: ReactNode }) {
  return (
    <div className="min-w-0 px-4 py-3 max-md:min-w-max max-md:whitespace-nowrap max-md:px-3 max-md:py-2">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="font-semibold text-lg tabular-nums max-md:text-sm">{children}</dd>
      <dd className="text-muted text-xs">{note}</dd>
    </div>
  );
}
