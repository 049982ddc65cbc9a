import type { CardEvent } from "@atoll/contract/calendar/card-schema";
import { Link } from "@tanstack/react-router";
import { Calendar } from "lucide-react";
import { type LiveHandlers, refetchSpread } from "../../capabilities/live/follow-query.ts";
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
    <ul className="px-2 pb-2">
      {content.items.map((item) => (
        <li key={`${item.occurrence.eventId}${item.occurrence.occurrence}`}>
          <EventLine item={item} now={now} />
        </li>
      ))}
    </ul>
  );
}

function EventLine({ item: { event, occurrence }, now }: { item: CardEvent; now: Date }) {
  const isOver = new Date(occurrence.endsAt) <= now;
  const location = occurrence.location ?? event.location;
  const when = event.allDay
    ? "All day"
    : `${formatTime(occurrence.startsAt)} – ${formatTime(occurrence.endsAt)}`;
  return (
    <Link
      className="flex items-center gap-3 rounded-sm px-2 py-[7px] hover:bg-surface-hover"
      search={{ event: event.id, ...(event.isSeries && { at: occurrence.occurrence }) }}
      to="/calendar"
    >
      <span
        className={cx("h-[30px] w-[3px] flex-none rounded-full", isOver ? "bg-border-strong" : "bg-primary")}
      />
      <span className={cx("min-w-0 flex-1", isOver && "text-muted")}>
        <span className={cx("block truncate", occurrence.rsvp === "declined" && "line-through")}>
          {event.isBusyOnly ? "Busy" : (occurrence.title ?? event.title)}
        </span>
        <span className="block truncate text-muted text-xs">
          {when}
          {location && ` · ${location}`}
        </span>
      </span>
    </Link>
  );
}
