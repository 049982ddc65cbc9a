import { eventRoutes } from "@atoll/contract/calendar/routes";
import type { EventAtTime } from "@atoll/contract/calendar/schemas";
import { CalendarPlus } from "lucide-react";
import type { ReactNode } from "react";
import { AddressLink } from "../../../../capabilities/links/address-link.tsx";
import { refetchSpread } from "../../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../../capabilities/live/use-live-query.ts";
import { call } from "../../../../lib/server/api-client.ts";
import { formatInstant } from "../../../../lib/time/format-date.ts";
import { formatLongDate } from "../../../../lib/time/format-more-dates.ts";
import { instantOf } from "../../../../lib/time/wall-time.ts";

/** The times that are planned for a task, as far as the viewer may read them, and the way to plan one. */
export function Planned({ taskId }: { taskId: string }) {
  const { data } = useLiveQuery({
    queryKey: ["tasks", "planned", taskId],
    queryFn: ({ signal }) => call(eventRoutes.listTaskEvents, { params: { taskId }, query: {} }, { signal }),
    retry: false,
    on: { "event.changed": refetchSpread },
  });
  return (
    <ul className="flex min-w-0 flex-col text-xs">
      {data?.items.map(({ event, occurrence }) => (
        <li key={event.id}>
          <CalendarLink query={{ event: event.id, ...(event.isSeries && { at: occurrence.occurrence }) }}>
            {whenOf(event, occurrence)}
          </CalendarLink>
        </li>
      ))}
      <li className="max-md:[&>a]:block max-md:[&>a]:py-2">
        <CalendarLink query={{ plan: taskId }}>
          <CalendarPlus aria-hidden="true" className="mr-1.5 inline size-3.5" />
          Plan a time
        </CalendarLink>
      </li>
    </ul>
  );
}

function whenOf({ allDay, isSeries }: EventAtTime["event"], { start, startsAt }: EventAtTime["occurrence"]) {
  const when = allDay ? formatLongDate(instantOf(start)) : formatInstant(startsAt);
  return isSeries ? `${when}, and more` : when;
}

function CalendarLink({ query, children }: { query: Record<string, string>; children: ReactNode }) {
  return (
    // Specification, section 2: links to an event.
    <AddressLink
      address={`/calendar?${new URLSearchParams(query)}`}
      className="inline-block rounded-xs py-1 text-primary-text hover:underline"
    >
      {children}
    </AddressLink>
  );
}
