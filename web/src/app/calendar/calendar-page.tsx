import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useChanges } from "../../capabilities/changes/use-unsettled.ts";
import { CalendarScreen } from "../../features/calendar/screen/calendar-screen.tsx";
import type { ShownCalendar } from "../../features/calendar/screen/shown-calendar.ts";
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

/** The state of the calendar in the address. */
interface CalendarSearch {
  view?: CalendarView | undefined;
  /** The day around which is shown, YYYY-MM-DD. */
  day?: string | undefined;
  /** The event that is open: deep links name it. Specification, section 2. */
  event?: string | undefined;
  /** Which of its times. */
  at?: string | undefined;
  /** How long it is proposed to take from now on, in minutes. */
  minutes?: number | undefined;
  new?: "1" | undefined;
  /** The task to plan time for. */
  plan?: string | undefined;
}

function readCalendarSearch(search: Readonly<Record<string, unknown>>): CalendarSearch {
  const view = calendarViews.find((one) => one === search.view);
  const day = textOf(search.day, /^(?:19|20|21)\d\d-\d\d-\d\d$/);
  const event = textOf(search.event, /^[0-9a-f-]{36}$/i);
  const plan = textOf(search.plan, /^[0-9a-f-]{36}$/i);
  const at = textOf(search.at, /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?$/);
  const minutes = Math.trunc(Number(search.minutes)) || 0;
  return {
    ...(view && { view }),
    ...(day && !Number.isNaN(Date.parse(day)) && { day }),
    ...(event && { event, ...(at && { at }), ...(minutes > 0 && minutes < 1440 && { minutes }) }),
    ...(plan && { plan }),
    ...(search.new !== undefined && { new: "1" as const }),
  };
}

function textOf(value: unknown, shape: RegExp): string | undefined {
  return typeof value === "string" && shape.test(value) ? value : undefined;
}
