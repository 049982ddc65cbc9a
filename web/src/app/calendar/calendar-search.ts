import { type CalendarView, calendarViews } from "../../features/calendar/time/weeks.ts";

/** The state of the calendar in the address. */
export interface CalendarSearch {
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
  /** The task that time is to be planned for. */
  plan?: string | undefined;
}

export function readCalendarSearch(search: Readonly<Record<string, unknown>>): CalendarSearch {
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
