import type { CardEvent } from "@atoll/contract/calendar/card-schema";
import { Link } from "@tanstack/react-router";
import { Calendar } from "lucide-react";
import { type LiveHandlers, refetchSpread } from "../../capabilities/live/follow-query.ts";
import { CardList, CardRow, rowLink } from "../../features/dashboard/cards/card-list.tsx";
import type { CardBodyProps, DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import type { Dashboard } from "../../features/dashboard/data/dashboard.ts";
import { formatTime } from "../../lib/time/format-date.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { cx } from "../../ui/base/cx.ts";
import { buttonClass } from "../../ui/button/button-class.ts";
import { EmptyState } from "../../ui/state/empty-state.tsx";

/** Today's events. Specification, sections 2 and 9 (Today's Events). */
export const cards: DashboardParts["cards"] = {
  events: {
    icon: Calendar,
    names: { panel: "Today's Events", card: "Events" },
    link: { label: "Open", to: "/calendar" },
    Body: EventLines,
  },
};

/** Any event may come to be among the first five, or leave them. */
export const live = (): LiveHandlers<Dashboard> => ({ "event.changed": refetchSpread });

function EventLines({ content }: CardBodyProps) {
  const now = useNow();
  if (content?.type !== "events" || content.items.length === 0)
    return (
      <EmptyState
        drawing="events"
        title="No events today."
        action={
          <Link className={buttonClass({ size: "sm" })} to="/calendar" search={{ new: "1" }}>
            New Event
          </Link>
        }
      />
    );
  return (
    <CardList>
      {content.items.map((item) => (
        <EventLine key={`${item.occurrence.eventId}${item.occurrence.occurrence}`} item={item} now={now} />
      ))}
    </CardList>
  );
}

function EventLine({ item: { event, occurrence }, now }: { item: CardEvent; now: Date }) {
  const isOver = new Date(occurrence.endsAt) <= now;
  const location = occurrence.location ?? event.location;
  const when = event.allDay
    ? "All day"
    : `${formatTime(occurrence.startsAt)} – ${formatTime(occurrence.endsAt)}`;
  return (
    <CardRow
      mark={
        <span
          className={cx(
            "h-[30px] w-[3px] flex-none rounded-full",
            isOver ? "bg-border-strong" : "bg-primary",
          )}
        />
      }
      title={
        <Link
          className={cx(rowLink, isOver && "text-muted", occurrence.rsvp === "declined" && "line-through")}
          search={{ event: event.id, ...(event.isSeries && { at: occurrence.occurrence }) }}
          to="/calendar"
        >
          {event.isBusyOnly ? "Busy" : (occurrence.title ?? event.title)}
        </Link>
      }
      note={
        <>
          {when}
          {location && ` · ${location}`}
        </>
      }
    />
  );
}
