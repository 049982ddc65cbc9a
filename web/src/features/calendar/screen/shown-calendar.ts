import {
  defineListSearch,
  flag,
  id,
  matching,
  named,
  optionOf,
  type SearchValues,
  wholeNumber,
} from "@atoll/contract/list-search";
import { type CalendarView, calendarViews } from "../time/weeks.ts";

const day = matching(/^(?:19|20|21)\d\d-\d\d-\d\d$/);

/** The address of the calendar. */
export const calendarSearch = defineListSearch({
  view: optionOf(calendarViews),
  /** The day around which is shown; today if the address has none. */
  day: { ...day, parse: (text) => (Number.isNaN(Date.parse(text)) ? undefined : day.parse(text)) },
  /** The event that is open, and which of its times. Specification, section 2 (deep links). */
  event: id,
  occurrence: named("at", matching(/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?$/)),
  /** How long it is proposed to take from that time on, in minutes: it opens with its form. */
  minutes: wholeNumber(1, 1439),
  isNew: named("new", { ...flag("1"), parse: () => true }),
  /** The task to plan time for. */
  plan: id,
});

/** The visible part of the calendar. */
export type ShownCalendar = SearchValues<typeof calendarSearch> & { view: CalendarView };
