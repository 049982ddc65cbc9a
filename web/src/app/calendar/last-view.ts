import { type CalendarView, calendarViews } from "../../features/calendar/time/weeks.ts";
import { openTextStorage } from "../../lib/text-storage.ts";

const key = (viewerId: string) => `atoll.calendar.view.${viewerId}`;

/** The view that the person saw last in this browser; at first the week. */
export function readLastView(viewerId: string): CalendarView {
  const stored = openTextStorage().getItem(key(viewerId));
  return calendarViews.find((view) => view === stored) ?? "week";
}

export function keepLastView(viewerId: string, view: CalendarView): void {
  try {
    openTextStorage().setItem(key(viewerId), view);
  } catch {
    // The storage is full: the next visit begins with the week.
  }
}
