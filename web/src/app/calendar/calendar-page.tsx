import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useChanges } from "../../capabilities/changes/use-unsettled.ts";
import { AddressLink } from "../../capabilities/links/address-link.tsx";
import { GuestEvents, GuestEventView } from "../../features/calendar/guest/guest-events.tsx";
import { CalendarScreen } from "../../features/calendar/screen/calendar-screen.tsx";
import { calendarSearch, type ShownCalendar } from "../../features/calendar/screen/shown-calendar.ts";
import { type CalendarView, calendarViews } from "../../features/calendar/time/weeks.ts";
import { taskChanges } from "../../features/tasks/changes/task-changes.ts";
import { describeDue } from "../../features/tasks/data/due.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { openTextStorage } from "../../lib/text-storage.ts";
import { PageHeader } from "../page/page-header.tsx";

const key = (viewerId: string) => `atoll.calendar.view.${viewerId}`;

/** The view that the person saw last in this browser; at first the week. */
function readLastView(viewerId: string): CalendarView {
  const stored = openTextStorage().getItem(key(viewerId));
  return calendarViews.find((view) => view === stored) ?? "week";
}

function keepLastView(viewerId: string, view: CalendarView): void {
  try {
    openTextStorage().setItem(key(viewerId), view);
  } catch {
    // The storage is full: the next visit begins with the week.
  }
}

/**
 * /calendar: what is on, by month, week, day or as a list. What is shown stands in the address; `?event={id}` opens an
 * event, `?new=1` the form of a new one, `?plan={id}` the one of time for a task. Specification, section 2.
 */
export function CalendarPage() {
  const { isGuest } = useViewer();
  return isGuest ? <GuestCalendarPage /> : <TeamCalendarPage />;
}

/** /calendar for a guest: what they were invited to, or one event of it. */
function GuestCalendarPage() {
  const address = useSearch({ from: "/workspace/calendar" });
  const { event, occurrence } = useMemo(() => calendarSearch.read(address), [address]);
  usePageTitle("Calendar");
  if (event === undefined)
    return (
      <div className="page-pad flex min-h-full flex-col">
        <PageHeader title="Calendar" />
        <GuestEvents />
      </div>
    );
  return (
    <div className="page-pad flex min-h-full flex-col">
      <p className="mb-3">
        <AddressLink address="/calendar" className="rounded-xs py-1 text-primary-text hover:underline">
          All events
        </AddressLink>
      </p>
      <GuestEventView key={`${event} ${occurrence}`} eventId={event} occurrence={occurrence} />
    </div>
  );
}

function TeamCalendarPage() {
  const viewer = useViewer();
  const navigate = useNavigate();
  const queue = useChanges(taskChanges);
  const address = useSearch({ from: "/workspace/calendar" });
  const search = useMemo(() => calendarSearch.read(address), [address]);
  usePageTitle("Calendar");
  const { event } = search;
  const shown: ShownCalendar = {
    ...search,
    view: search.view ?? readLastView(viewer.id),
    occurrence: event ? search.occurrence : undefined,
    minutes: event ? search.minutes : undefined,
  };

  function go(change: Partial<ShownCalendar>, replace = false) {
    const next = { ...shown, ...change };
    if (change.view) keepLastView(viewer.id, change.view);
    // A proposal is of the event that it was made for.
    if (next.event !== shown.event) next.minutes = undefined;
    void navigate({ to: "/calendar", search: calendarSearch.write(next), replace, resetScroll: false });
  }
  return (
    <div className="page-pad flex min-h-full flex-col md:h-full">
      <CalendarScreen
        analytics={<Link to="/calendar/analytics" />}
        head={(parts) => <PageHeader {...parts} />}
        onGo={go}
        onMoveDue={({ task, due }) =>
          queue.run({
            about: [task.id],
            title: `“${task.title}”`,
            said: `Due ${describeDue(due, new Date()).text}`,
            change: { act: "set", set: { due } },
          })
        }
        onOpenTask={(task) => void navigate({ to: "/tasks", search: { task } })}
        settings={
          <Link className="text-primary-text hover:underline" search={{ view: "calendar" }} to="/settings">
            Working hours and reminders
          </Link>
        }
        shown={shown}
      />
    </div>
  );
}
