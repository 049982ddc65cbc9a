import { type IncidentEffect, incidentEffects } from "@atoll/contract/cards/incident-schemas";
import type { ServiceStatus } from "@atoll/contract/cards/status-schemas";
import { Activity, Megaphone } from "lucide-react";
import { formatDate, formatInstant } from "../../../lib/time/format-date.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { Badge, type BadgeTone } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Card as Surface } from "../../../ui/layout/card.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { stateNames, stateTones } from "./incident-words.ts";
import { useServiceStatus, useStatusUpdates } from "./status-api.ts";

const names: Readonly<Record<IncidentEffect, string>> = {
  none: "Working",
  slow: "Slow or partly broken",
  down: "Down",
};
const tones: Readonly<Record<IncidentEffect, BadgeTone>> = {
  none: "success",
  slow: "warning",
  down: "error",
};
// Also told apart by height, for those who do not see the colours.
const looks: Readonly<Record<IncidentEffect, string>> = {
  none: "h-5 bg-success-bright",
  slow: "h-3.5 bg-warning-bright",
  down: "h-2 bg-danger",
};

/** How the company's services are, and what the people who look after them say to everyone. */
export function StatusScreen() {
  return (
    <div className="flex flex-col gap-4">
      <Services />
      <Updates />
    </div>
  );
}

function Services() {
  const query = useServiceStatus(ownTimeZone());
  return (
    <Surface title="Services, last 90 days" icon={Activity}>
      {query.data ? (
        query.data.services.length === 0 ? (
          <EmptyState title="No service is shown yet">
            Members who manage a section with alerts choose the services, under All incidents.
          </EmptyState>
        ) : (
          <Strips status={query.data} />
        )
      ) : query.error ? (
        <LoadState query={query} failure="Failed to load the services" />
      ) : (
        <RowSkeletons label="Loading the services" mark={28} rowClassName="py-1" />
      )}
    </Surface>
  );
}

function Strips({ status: { days, services } }: { status: ServiceStatus }) {
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Services" className="flex flex-col gap-2">
        {services.map(({ service, state, days: states }) => (
          <li key={service} className="flex items-center gap-3 text-xs max-md:flex-wrap max-md:gap-y-1">
            <span className="w-36 flex-none truncate font-medium text-sm max-md:w-auto max-md:flex-1">
              {service}
            </span>
            <span
              role="img"
              aria-label={describe(states)}
              className="flex h-5 min-w-0 flex-1 items-end gap-px max-md:order-last max-md:w-full max-md:flex-none"
            >
              {days.map((at, index) => {
                const day = states[index] ?? "none";
                return (
                  <span
                    key={at}
                    title={`${formatDate(at)}: ${names[day]}`}
                    className={cx("min-w-0 flex-1 rounded-[1px]", looks[day])}
                  />
                );
              })}
            </span>
            <span className="flex w-40 flex-none justify-end max-md:w-auto">
              <Badge tone={tones[state]}>{names[state]}</Badge>
            </span>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
        <span className="flex-1">{formatDate(days[0] ?? "")} to today</span>
        {incidentEffects.map((effect) => (
          <span key={effect} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={cx("w-1.5 rounded-[1px]", looks[effect])} />
            {names[effect]}
          </span>
        ))}
      </p>
    </div>
  );
}

function describe(states: readonly IncidentEffect[]): string {
  return incidentEffects
    .map((effect) => `${names[effect]}: ${states.filter((one) => one === effect).length} days`)
    .join(", ");
}

function Updates() {
  const list = useStatusUpdates();
  return (
    <Surface title="Updates" icon={Megaphone}>
      <PagedList
        list={list}
        failure="Failed to load the updates"
        skeleton={<RowSkeletons label="Loading the updates" mark={28} rowClassName="py-2" />}
        empty={<p className="text-muted text-sm">There have been no updates about these services.</p>}
      >
        {(items) => (
          <ol aria-label="Updates" className="flex flex-col divide-y">
            {items.map(({ id, at, text, state, services }) => (
              <li key={id} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
                <p className="flex flex-wrap items-center gap-2 text-xs">
                  <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
                  <span className="font-medium">{services.join(", ")}</span>
                  <time dateTime={at} className="text-muted">
                    {formatInstant(at)}
                  </time>
                </p>
                <p className="whitespace-pre-wrap text-sm wrap-anywhere">{text}</p>
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </Surface>
  );
}
