import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { calendarShortcuts } from "../shortcuts.ts";
import { type CalendarView, stepFrom } from "../time/weeks.ts";
import type { ShownCalendar } from "./shown-calendar.ts";

interface CalendarKeys {
  view: CalendarView;
  day: string;
  onGo: (change: Partial<ShownCalendar>) => void;
  onAdd: () => void;
}

/** The keys of the page: another view, another day, a new event. */
export function useCalendarKeys({ view, day, onGo, onAdd }: CalendarKeys): void {
  useShortcut(calendarShortcuts.add, onAdd);
  useShortcut(calendarShortcuts.today, () => onGo({ day: undefined }));
  useShortcut(calendarShortcuts.next, () => onGo({ day: stepFrom(view, day, 1) }));
  useShortcut(calendarShortcuts.previous, () => onGo({ day: stepFrom(view, day, -1) }));
  useShortcut(calendarShortcuts.month, () => onGo({ view: "month" }));
  useShortcut(calendarShortcuts.week, () => onGo({ view: "week" }));
  useShortcut(calendarShortcuts.day, () => onGo({ view: "day" }));
  useShortcut(calendarShortcuts.agenda, () => onGo({ view: "agenda" }));
}
