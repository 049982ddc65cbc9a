import type { CalendarView } from "../time/weeks.ts";

/** The visible part of the calendar, as the address stores it. */
export interface ShownCalendar {
  view: CalendarView;
  /** The day around which is shown; today when the address says none. */
  day: string | undefined;
  /** The event that is open, and which of its times. */
  event: string | undefined;
  occurrence: string | undefined;
  /** How long it is proposed to take from that time on, in minutes: it opens with its form. */
  minutes: number | undefined;
  isNew: boolean;
  /** The task to plan time for. */
  plan: string | undefined;
}
