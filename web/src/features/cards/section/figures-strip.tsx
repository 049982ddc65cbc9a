import type { ReactNode } from "react";
import { formatNumber } from "../../../lib/format-number.ts";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import type { Section } from "../data/api.ts";
import { capital, counted, formatMoney, headline, openCount, openTotals } from "../data/words.ts";

/** The figures of a section, each counted in the database. */
export function FiguresStrip({ section: { type, figures } }: { section: Section }) {
  const isPhone = useIsPhone();
  const money = type.fields.find(({ name, kind }) => name === type.valueField && kind === "money");
  // Only what can be won has a forecast.
  const isForecast = money !== undefined && type.stages.some(({ id }) => id === "won");
  const totals = openTotals(type, figures);
  const count = openCount(type, figures);
  const { won, lost } = figures.closed;
  const closed = won + lost;
  const main = headline(type, figures);
  // Things that stay in use, such as a finished runbook, are not closed by being won.
  const isKept = type.stages.some(
    ({ id, kind }) => kind === "won" && type.options.headline.stages.includes(id),
  );
  const isRate = isForecast || type.options.hooks === "runs";
  const rateName = isForecast ? "Win rate" : "Passed";
  const nameOf = (kind: "won" | "lost") => type.stages.find((stage) => stage.kind === kind)?.name;
  const closedName = nameOf("won") ?? "Closed";
  const lostName = nameOf("lost")?.toLowerCase();
  return (
    <dl
      aria-label="Figures"
      // On a phone it scrolls sideways, and has to be reached by keys.
      tabIndex={isPhone ? 0 : undefined}
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
      {isKept && <Waiting section={{ type, figures }} />}
      {!isKept && type.options.hooks !== "deployments" && type.stages.some(({ kind }) => kind !== "open") && (
        <Figure
          label={isRate ? `${rateName}, 90 days` : `${closedName}, 90 days`}
          note={
            isRate
              ? `${won} of ${closed} closed`
              : lostName
                ? `${formatNumber(lost)} ${lostName}`
                : counted(won, type.singular)
          }
        >
          {closed === 0 ? "Unknown" : isRate ? `${Math.round((100 * won) / closed)}%` : formatNumber(won)}
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

/** The counts of drafts and proposals in a section of things that stay in use. */
function Waiting({ section: { type, figures } }: { section: Section }) {
  const open = type.stages.filter(({ id, kind }) => kind === "open" && id !== type.options.templateStage);
  return open.slice(0, 2).map(({ id, name }) => (
    <Figure key={id} label={name} note="Not there yet">
      {formatNumber(figures.stages.find(({ stage }) => stage === id)?.count ?? 0)}
    </Figure>
  ));
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
