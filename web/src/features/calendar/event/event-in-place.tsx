import type { CalendarEvent } from "@atoll/contract/calendar/schemas";
import { useEffect } from "react";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { explainLostWords } from "../../../lib/page/lost-words.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { eventKey, useEvent } from "../use-event.ts";
import { EventBody } from "./event-body.tsx";

export interface EventInPlaceProps {
  eventId: string;
  /** Which of its times; the next one when left out. */
  occurrence: string | undefined;
  onOpenTask: (taskId: string) => void;
}

/** An event with the viewer's answer to it, in the calendar's sheet or inside another area. */
export function EventInPlace({ eventId, occurrence, onOpenTask }: EventInPlaceProps) {
  const { data: event, error, isFetching, refetch } = useEvent(eventId, occurrence);
  const isGone = isEventGone(error);
  useEffect(() => {
    if (isGone) explainLostWords("This event was deleted, or you can no longer see it.");
  }, [isGone]);
  return (
    <>
      <AsOf className="mb-2" queryKey={eventKey(eventId, occurrence)} />
      {isGone ? (
        <EmptyState drawing="events" title="This event does not exist, or you cannot see it." />
      ) : event ? (
        <EventBody event={event} onOpenTask={onOpenTask} title={eventTitle(event)} />
      ) : error ? (
        <LoadState query={{ error, isFetching, refetch }} failure="Failed to load events" />
      ) : (
        <RowSkeletons label="Loading the event" mark={28} rowClassName="gap-3 py-2" />
      )}
    </>
  );
}

export const isEventGone = (error: unknown) => hasCode(error, "event_not_found", "occurrence_not_found");

export function eventTitle(event: CalendarEvent & { occurrence: { title: string | null } }): string {
  return event.isBusyOnly ? "Busy" : (event.occurrence.title ?? event.title);
}
