import type { Uptime, UptimeState } from "@atoll/contract/cards/monitoring-schemas";
import { uptimeStates } from "@atoll/contract/cards/monitoring-schemas";
import type { CardType } from "@atoll/contract/cards/schemas";
import { Activity } from "lucide-react";
import { useState } from "react";
import { formatDate, formatTime } from "../../../lib/time/format-date.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Card as Surface } from "../../../ui/layout/card.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { useUptime } from "./monitoring-api.ts";

type Span = "days" | "hours";

const names: Readonly<Record<UptimeState, string>> = {
  up: "Up",
  slow: "Minor alert",
  down: "Down",
  unknown: "No data",
};
// Also told apart by height, for those who do not see the colours.
const looks: Readonly<Record<UptimeState, string>> = {
  up: "h-5 bg-success-bright",
  slow: "h-3.5 bg-warning-bright",
  down: "h-2 bg-danger",
  unknown: "h-5 bg-border-strong opacity-50",
};

/** When the services of production were up. A day without data is grey, and never green. */
export function UptimeStrip({ type }: { type: CardType }) {
  const [span, setSpan] = useState<Span>("days");
  const query = useUptime(type.id, span, Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <Surface
      title={span === "days" ? "Uptime, last 90 days" : "Uptime, last 24 hours"}
      icon={Activity}
      className="flex-none"
      action={
        <Segmented
          label="Span"
          value={span}
          onValueChange={setSpan}
          options={[
            { value: "days", label: "90 days" },
            { value: "hours", label: "24 hours" },
          ]}
        />
      }
    >
      {query.data ? (
        query.data.services.length === 0 ? (
          <EmptyState title="No service has been reported yet. Connect your monitoring under Webhooks." />
        ) : (
          <Strips uptime={query.data} span={span} />
        )
      ) : query.error ? (
        <LoadState query={query} failure="Failed to load the uptime" />
      ) : (
        <RowSkeletons label="Loading the uptime" mark={28} rowClassName="py-1" />
      )}
    </Surface>
  );
}

function Strips({ uptime: { buckets, services, isWhole }, span }: { uptime: Uptime; span: Span }) {
  const labelOf = (at: string) => (span === "days" ? formatDate(at) : formatTime(at));
  return (
    <div className="flex flex-col gap-2">
      <ul
        aria-label="Uptime by service"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
        className="flex max-h-48 flex-col gap-1 overflow-y-auto pr-2"
      >
        {services.map(({ service, states, uptime }) => (
          <li key={service} className="flex items-center gap-3 text-xs max-md:flex-wrap max-md:gap-y-0">
            <code className="w-32 flex-none truncate max-md:w-auto max-md:flex-1">{service}</code>
            <span
              role="img"
              aria-label={describe(states)}
              className="flex h-5 min-w-0 flex-1 items-end gap-px max-md:order-last max-md:w-full max-md:flex-none"
            >
              {buckets.map((at, index) => {
                const state = states[index] ?? "unknown";
                return (
                  <span
                    key={at}
                    title={`${labelOf(at)}: ${names[state]}`}
                    className={cx("min-w-0 flex-1 rounded-[1px]", looks[state])}
                  />
                );
              })}
            </span>
            <span className="w-16 flex-none text-right tabular-nums">{shareWords(uptime)}</span>
          </li>
        ))}
      </ul>
      {!isWhole && <p className="text-muted text-xs">Only the first {services.length} services are shown.</p>}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
        <span className="flex-1">
          {labelOf(buckets[0] ?? "")} to {span === "days" ? "today" : "now"}
        </span>
        {uptimeStates.map((state) => (
          <span key={state} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={cx("w-1.5 rounded-[1px]", looks[state])} />
            {names[state]}
          </span>
        ))}
      </p>
    </div>
  );
}

function describe(states: readonly UptimeState[]): string {
  return uptimeStates
    .map((state) => `${names[state]}: ${states.filter((one) => one === state).length}`)
    .join(", ");
}

const percent = 100;

/** Rounded down: 100% means that it was never down. */
function shareWords(uptime: number | null): string {
  if (uptime === null) return "Unknown";
  return `${(Math.floor(uptime * percent * percent) / percent).toString()}%`;
}
