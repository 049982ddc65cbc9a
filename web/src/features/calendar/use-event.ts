import { eventRoutes } from "@atoll/contract/calendar/routes";
import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import type { LiveHandlers } from "../../capabilities/live/follow-query.ts";
import { refetch } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { call } from "../../lib/server/api-client.ts";
import { useNewEvent, useShownEvent } from "./changes/use-shown.ts";

const eventsKey = ["calendar", "event"] as const;

export function eventKey(eventId: string, occurrence: string | undefined) {
  return [...eventsKey, eventId, occurrence ?? ""] as const;
}

/** An event at one of its times, or else at the next, kept equal to the server's, with the viewer's own changes. */
export function useEvent(eventId: string, occurrence: string | undefined) {
  const isNew = useNewEvent(eventId) !== undefined;
  const query = useLiveQuery<OpenEvent>({
    queryKey: eventKey(eventId, occurrence),
    queryFn: async ({ signal }) => {
      const query = occurrence === undefined ? {} : { occurrence };
      return (await call(eventRoutes.getEvent, { params: { eventId }, query }, { signal })).event;
    },
    on: openEventHandlers,
    // The server does not have it yet.
    enabled: !isNew,
  });
  return { ...query, data: useShownEvent(eventId, query.data) };
}

const openEventHandlers: LiveHandlers<OpenEvent> = {
  "calendars.changed": (event) => (event.hasDefaultReminders ? refetch() : event),
  "event.changed": (event, { eventIds }) => (eventIds.includes(event.id) ? refetch() : event),
};
