import { calendarRoutes } from "@atoll/contract/calendar/calendar-routes";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import type { CalendarEvent, EventOccurrence, OwnCalendars } from "@atoll/contract/calendar/schemas";
import { defaultWorkingHours, type WorkingHours } from "@atoll/contract/calendar/working-hours";
import { keepPreviousData } from "@tanstack/react-query";
import { type LiveHandlers, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { call } from "../../../lib/server/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { addDays, instantOf, ownTimeZone } from "../../../lib/time/wall-time.ts";
import { rangesKey } from "./keys.ts";

const kinds: readonly SeenKind[] = [
  { name: "calendar/ranges", queryKey: ["calendar", "range"], newest: 6 },
  { name: "calendar/own", queryKey: ["calendar", "own"], newest: 1 },
  { name: "calendar/events", queryKey: ["calendar", "event"], newest: 40 },
];

/** The part of the calendar that opens without a connection: the days and events that were viewed last. */
const seenInCalendar = () => kinds;

export interface CalendarRange {
  occurrences: readonly EventOccurrence[];
  events: Readonly<Record<string, CalendarEvent>>;
}

const ownCalendarsKey = ["calendar", "own"] as const;

export function rangeKey(days: readonly string[]) {
  return [...rangesKey, days[0] ?? "", days.at(-1) ?? "", ownTimeZone()] as const;
}

/** Returns the events that overlap these days in the person's time zone, kept equal to the server's. */
export function useRange(days: readonly string[]) {
  useKeptSeen(seenInCalendar);
  const queryKey = rangeKey(days);
  return useLiveQuery<CalendarRange>({
    queryKey,
    queryFn: ({ signal }) => fetchRange(days[0] ?? "", addDays(days.at(-1) ?? "", 1), signal),
    // The days before stay until these are there.
    placeholderData: keepPreviousData,
    on: rangeHandlers,
  });
}

/** People see different parts of an event, so a changed one is fetched again. Many receive the event at the same moment. */
const rangeHandlers = { "event.changed": refetchSpread } as const;

async function fetchRange(first: string, end: string, signal: AbortSignal): Promise<CalendarRange> {
  const occurrences: EventOccurrence[] = [];
  const events: Record<string, CalendarEvent> = {};
  const asked = {
    from: instantOf(first).toISOString(),
    until: instantOf(end).toISOString(),
    zone: ownTimeZone(),
  };
  let cursor: string | undefined;
  do {
    const query = { ...asked, ...(cursor !== undefined && { cursor }) };
    const page = await call(eventRoutes.listEvents, { query }, { signal });
    occurrences.push(...page.items);
    for (const event of page.events) events[event.id] = event;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { occurrences, events };
}

/** One's own calendars, what one chose for all of them, and when one works. */
export function useOwnCalendars() {
  return useLiveQuery<OwnCalendars>({
    queryKey: ownCalendarsKey,
    queryFn: ({ signal }) => call(calendarRoutes.getCalendars, {}, { signal }),
    on: ownCalendarHandlers,
  });
}

/** The cached event is shown before the current one arrives. */
export function takeOwn({ queryClient }: SignedIn, kept: Partial<OwnCalendars>): void {
  queryClient.setQueryData<OwnCalendars>(ownCalendarsKey, (held) => held && { ...held, ...kept });
}

/** When the viewer works: the standard until it is known, and where what was kept of it is older than it. */
export function useWorkingHours(): WorkingHours {
  const { data } = useOwnCalendars();
  const kept: Partial<OwnCalendars> | undefined = data;
  return kept?.workingHours ?? defaultWorkingHours;
}

const ownCalendarHandlers: LiveHandlers<OwnCalendars> = { "calendars.changed": (_held, now) => now };
