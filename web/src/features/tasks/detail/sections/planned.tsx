import { eventRoutes } from "@atoll/contract/calendar/routes";
import type { EventAtTime } from "@atoll/contract/calendar/schemas";
import { useRouter } from "@tanstack/react-router";
import { CalendarPlus } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { lookAgainInTime } from "../../../../capabilities/live/follow-query.ts";
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
    on: { "event.changed": lookAgainInTime },
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
  const router = useRouter({ warn: false });
  // Specification, section 2: links to an event.
  const href = `/calendar?${new URLSearchParams(query)}`;
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || !router) return;
    event.preventDefault();
    void router.navigate({ href });
  }
  return (
    <a
      className="inline-block rounded-xs py-1 text-primary-text hover:underline"
      href={href}
      onClick={follow}
    >
      {children}
    </a>
  );
}
