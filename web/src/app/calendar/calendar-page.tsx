import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useChanges } from "../../capabilities/changes/use-unsettled.ts";
import { CalendarScreen } from "../../features/calendar/screen/calendar-screen.tsx";
import type { ShownCalendar } from "../../features/calendar/screen/shown-calendar.ts";
import { taskChanges } from "../../features/tasks/changes/task-changes.ts";
import { describeDue } from "../../features/tasks/data/due.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { type CalendarSearch, readCalendarSearch } from "./calendar-search.ts";
import { keepLastView, readLastView } from "./last-view.ts";

/**
 * /calendar: what is on, by month, week, day or as a list. What is shown stands in the address; `?event={id}` opens an
 * event, `?new=1` the form of a new one, `?plan={id}` the one of time for a task. Specification, section 2.
 */
export function CalendarPage() {
  const viewer = useViewer();
  const navigate = useNavigate();
  const queue = useChanges(taskChanges);
  const raw = useLocation({ select: ({ search }) => search });
  const search = useMemo(() => readCalendarSearch(raw), [raw]);
  usePageTitle("Calendar");
  const shown: ShownCalendar = {
    view: search.view ?? readLastView(viewer.id),
    day: search.day,
    event: search.event,
    occurrence: search.at,
    minutes: search.minutes,
    isNew: search.new !== undefined,
    plan: search.plan,
  };

  function go(change: Partial<ShownCalendar>, replace = false) {
    const next = { ...shown, ...change };
    if (change.view) keepLastView(viewer.id, change.view);
    const address: CalendarSearch = {
      view: next.view,
      day: next.day,
      event: next.event,
      at: next.occurrence,
      // A proposal is of the event that it was made for.
      minutes: next.event === shown.event ? next.minutes : undefined,
      new: next.isNew ? "1" : undefined,
      plan: next.plan,
    };
    void navigate({ to: "/calendar", search: address, replace, resetScroll: false });
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
