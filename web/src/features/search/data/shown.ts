import { type SearchKind, type SearchOrder, searchKinds, searchOrders } from "@atoll/contract/search/limits";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays } from "../../../lib/time/wall-time.ts";

/** The state of the search page, as in its address. */
export interface ShownSearch {
  /** Words and operators, as they were typed. */
  q: string;
  kind: SearchKind | null;
  personId: string | null;
  channelId: string | null;
  departmentId: string | null;
  dates: SearchDates | null;
  hasFile: boolean;
  order: SearchOrder;
}

/** The last days up to today, which move on with it; or days that stay, the first and the last. */
export type SearchDates = { lastDays: number } | { since?: string; until?: string };

export const nothingShown: ShownSearch = {
  q: "",
  kind: null,
  personId: null,
  channelId: null,
  departmentId: null,
  dates: null,
  hasFile: false,
  order: "best",
};

export const lastDaysOffered = [1, 7, 30, 365] as const;

const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const aDay = /^\d{4}-\d{2}-\d{2}$/;

/** Pure: what an address says; what it says wrongly counts as not said. */
export function readShown(search: Readonly<Record<string, unknown>>): ShownSearch {
  const id = (name: string) => {
    const value = search[name];
    return typeof value === "string" && anId.test(value) ? value : null;
  };
  return {
    // As the field writes it: no search takes what no keyboard has.
    q: textOf(search.q).replace(/\p{Cc}/gu, " "),
    kind: searchKinds.find((kind) => kind === search.kind) ?? null,
    personId: id("person"),
    channelId: id("channel"),
    departmentId: id("department"),
    dates: readDates(search),
    hasFile: search.file === true || search.file === "1" || search.file === 1,
    order: searchOrders.find((order) => order === search.order) ?? "best",
  };
}

/** A router reads what looks like a number as one. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

function readDates({ days, since, until }: Readonly<Record<string, unknown>>): SearchDates | null {
  const lastDays = lastDaysOffered.find((count) => count === Number(textOf(days)));
  if (lastDays) return { lastDays };
  const [first, last] = [textOf(since), textOf(until)];
  if (!aDay.test(first) && !aDay.test(last)) return null;
  return { ...(aDay.test(first) && { since: first }), ...(aDay.test(last) && { until: last }) };
}

/** Pure: what the address says of it; what is as usual is left out. */
export function writeShown(shown: ShownSearch): Record<string, string> {
  const { q, kind, personId, channelId, departmentId, dates, hasFile, order } = shown;
  const parts: [name: string, value: string | null | undefined | false][] = [
    ["q", q],
    ["kind", kind],
    ["person", personId],
    ["channel", channelId],
    ["department", departmentId],
    ["days", dates && "lastDays" in dates && String(dates.lastDays)],
    ["since", dates && "since" in dates && dates.since],
    ["until", dates && "until" in dates && dates.until],
    ["file", hasFile && "1"],
    ["order", order !== "best" && order],
  ];
  return Object.fromEntries(parts.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** The same as one text, by which a search is kept: `q=freeze&kind=task`. */
export function addressOf(shown: ShownSearch): string {
  return new URLSearchParams(writeShown(shown)).toString();
}

/** Pure: what a kept search says. */
export function shownAt(address: string): ShownSearch {
  return readShown(Object.fromEntries(new URLSearchParams(address)));
}

/** Returns whether nothing is asked for: neither words nor a filter. A kind alone is a tab, and no question. */
export function asksNothing({ q, personId, channelId, departmentId, dates, hasFile }: ShownSearch): boolean {
  return q.trim() === "" && !personId && !channelId && !departmentId && !dates && !hasFile;
}

/** As the server takes days. */
export function daysOf(dates: SearchDates | null): { since?: string; until?: string } {
  if (!dates) return {};
  return "lastDays" in dates ? { since: addDays(dayOf(new Date()), 1 - dates.lastDays) } : dates;
}
