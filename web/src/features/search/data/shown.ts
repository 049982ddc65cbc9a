import {
  day,
  defineListSearch,
  flag,
  id,
  named,
  oneOf,
  optionOf,
  type SearchParams,
  type SearchValues,
  text,
} from "@atoll/contract/list-search";
import { searchKinds, searchOrders } from "@atoll/contract/search/limits";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays } from "../../../lib/time/wall-time.ts";
import { withoutUnfinished } from "./split-query.ts";

export const lastDaysOffered = [1, 7, 30, 365] as const;

/** The address of the search page. */
export const searchAddress = defineListSearch({
  /** Words and operators, as they were typed. The field writes no control characters either. */
  q: { ...text(Number.POSITIVE_INFINITY), parse: (given) => given.replace(/\p{Cc}/gu, " ") },
  kind: optionOf(searchKinds),
  personId: named("person", id),
  channelId: named("channel", id),
  departmentId: named("department", id),
  days: optionOf(lastDaysOffered.map(String)),
  since: day,
  until: day,
  hasFile: named("file", flag("1")),
  order: oneOf(searchOrders),
});

/** The state of the search page, as in its address. */
export interface ShownSearch extends Omit<SearchValues<typeof searchAddress>, "days" | "since" | "until"> {
  dates: SearchDates | null;
}

/** The last days up to today, which move on with it; or days that stay, the first and the last. */
export type SearchDates = { lastDays: number } | { since?: string | undefined; until?: string | undefined };

/** Pure: reads the address of the search page. Unknown values are ignored. */
export function readShown(address: Readonly<Record<string, unknown>>): ShownSearch {
  const { days, since, until, ...shown } = searchAddress.read(address);
  const fixed = since || until ? { ...(since && { since }), ...(until && { until }) } : null;
  return { ...shown, dates: days ? { lastDays: Number(days) } : fixed };
}

export const nothingShown: ShownSearch = readShown({});

/** Pure: the parameters that show this. */
export function writeShown({ dates, ...shown }: ShownSearch): SearchParams<typeof searchAddress> {
  const shownDates = dates && "lastDays" in dates ? { days: String(dates.lastDays) } : dates;
  return searchAddress.write({
    ...shown,
    days: undefined,
    since: undefined,
    until: undefined,
    ...shownDates,
  });
}

/** The same as one text, by which a search is kept: `q=freeze&kind=task`. */
export function addressOf(shown: ShownSearch): string {
  return new URLSearchParams(
    Object.entries(writeShown(shown)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  ).toString();
}

/** Pure: what a kept search says. */
export function shownAt(address: string): ShownSearch {
  return readShown(Object.fromEntries(new URLSearchParams(address)));
}

/** Returns whether nothing is asked for: neither words nor a filter. A kind alone is a tab, and no question. */
export function asksNothing({ q, personId, channelId, departmentId, dates, hasFile }: ShownSearch): boolean {
  return withoutUnfinished(q) === "" && !personId && !channelId && !departmentId && !dates && !hasFile;
}

/** As the server takes days. */
export function daysOf(dates: SearchDates | null): {
  since?: string | undefined;
  until?: string | undefined;
} {
  if (!dates) return {};
  return "lastDays" in dates ? { since: addDays(dayOf(new Date()), 1 - dates.lastDays) } : dates;
}
