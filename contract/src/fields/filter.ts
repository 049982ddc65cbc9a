import type { SearchField } from "../list-search.ts";
import { parseViewQuery } from "../saved-views/rules.ts";
import { addDays } from "../zones.ts";
import type { FieldValue } from "./field-schemas.ts";
import { maxFilterFields, maxFilterValues } from "./limits.ts";

/**
 * The values by which a list is filtered, by the names of their fields: any of the values of a field, and all of the
 * fields. A value is one of:
 * - `Large`: exactly this option, person or text; one of several; `true` for a box that is ticked;
 * - empty: without a value;
 * - `10..20`, `2026-11-01..`, `today-7..today`: a number, an amount or a day within these bounds;
 * - `100.. EUR`, `.. EUR`: an amount in this currency;
 * - `done`, `open`: a checklist with all of its items done, or with one that is not;
 * - `~words`: a text that contains this, in any case.
 * A text that reads as one of the others is written with a leading `=`. A field has one value of each of the last two
 * kinds: no index finds them.
 */
export type FieldFilter = Readonly<Record<string, readonly string[]>>;

export type Wanted =
  | { is: "empty" }
  | { is: "equal"; value: string }
  | { is: "within"; from: string | undefined; to: string | undefined; currency: string | undefined }
  | { is: "containing"; text: string };

const bound = String.raw`-?\d{1,13}(?:\.\d{1,6})?|\d{4}-\d\d-\d\d|today(?:[+-]\d{1,4})?`;
const range = new RegExp(`^(${bound})?\\.\\.(${bound})?(?: ([A-Z]{3}))?$`);
const fieldName = /^[a-z][a-z0-9_]{0,39}$/;

/** Pure: what one value of a filter asks for. */
export function readWanted(value: string): Wanted {
  if (value === "") return { is: "empty" };
  if (value.startsWith("=")) return { is: "equal", value: value.slice(1) };
  if (value.startsWith("~")) return { is: "containing", text: value.slice(1) };
  const [whole, from, to, currency] = range.exec(value) ?? [];
  return whole === undefined ? { is: "equal", value } : { is: "within", from, to, currency };
}

/** Pure: whether a bound of a range is a day of the calendar, or follows it. */
export function isDayBound(bound: string): boolean {
  if (/^today(?:[+-]\d{1,4})?$/.test(bound)) return true;
  const at = Date.parse(`${bound}T00:00Z`);
  // The database has no year 0.
  return (
    /^(?!0000)\d{4}-\d\d-\d\d$/.test(bound) &&
    !Number.isNaN(at) &&
    new Date(at).toISOString().startsWith(bound)
  );
}

/** Pure: a value of a filter with days such as `today-7` as they are on this day. */
export function withDays(value: string, today: string): string {
  if (!value.includes("today") || readWanted(value).is !== "within") return value;
  return value.replaceAll(/today([+-]\d+)?/g, (_all, days: string | undefined) =>
    addDays(today, Number(days ?? 0)),
  );
}

/** Pure: a filter with such days as they are on this day. */
export function withDaysOf(filter: FieldFilter, today: string): FieldFilter {
  return Object.fromEntries(
    Object.entries(filter).map(([name, values]) => [name, values.map((value) => withDays(value, today))]),
  );
}

/** Pure: the value of a filter for exactly this text. */
export function exactly(text: string): string {
  return text.startsWith("=") || readWanted(text).is !== "equal" ? `=${text}` : text;
}

/** Pure: reads a filter. What no field can be named is left out. */
export function readFieldFilter(text: string): FieldFilter {
  const read = new Map<string, string[]>();
  for (const [name, value] of parseViewQuery(text)) {
    if (!fieldName.test(name) || value.includes("\0")) continue;
    const values = read.get(name) ?? [];
    if (read.size >= maxFilterFields && !read.has(name)) continue;
    const { is } = readWanted(value);
    const isLimited = is === "containing" || is === "within";
    const isSecond = isLimited && values.some((one) => readWanted(one).is === is);
    if (values.length < maxFilterValues && !isSecond && !values.includes(value))
      values.push(value.slice(0, 200).toWellFormed());
    read.set(name, values);
  }
  return Object.fromEntries(read);
}

/** Pure: writes a filter; empty for none. */
export function writeFieldFilter(filter: FieldFilter): string {
  return Object.entries(filter)
    .flatMap(([name, values]) => values.map((value) => `${name}=${encodeURIComponent(value.toWellFormed())}`))
    .join("&");
}

/** The parameter of an address that filters by fields. */
export const fieldFilter: SearchField<FieldFilter> = {
  usual: {},
  parse: readFieldFilter,
  serialize: writeFieldFilter,
  keep: (text) => writeFieldFilter(readFieldFilter(text)) || undefined,
};

/** Pure: whether a filter lets a value through. */
export function isFieldValueWanted(value: FieldValue | null | undefined, wanted: readonly string[]): boolean {
  return wanted.some((one) => isWanted(value ?? null, readWanted(one)));
}

function isWanted(value: FieldValue | null, wanted: Wanted): boolean {
  if (wanted.is === "empty")
    return value === null || value === "" || (Array.isArray(value) && value.length === 0);
  if (wanted.is === "equal") {
    if (Array.isArray(value))
      return (
        value.some((one) => one === wanted.value) ||
        (wanted.value === "done" && value.length > 0 && value.every(isDone)) ||
        (wanted.value === "open" && value.some((one) => typeof one === "object" && !one.isDone))
      );
    return value !== null && String(value) === wanted.value;
  }
  if (value === null) return false;
  if (wanted.is === "containing")
    return typeof value === "string" && value.toLowerCase().includes(wanted.text.toLowerCase());
  const { from, to, currency } = wanted;
  if (
    currency !== undefined &&
    !(typeof value === "object" && "amount" in value && value.currency === currency)
  )
    return false;
  if (typeof value === "string")
    return (from === undefined || value >= from) && (to === undefined || value <= to);
  const number = typeof value === "object" && "amount" in value ? value.amount / 100 : value;
  if (typeof number !== "number") return false;
  return (from === undefined || number >= Number(from)) && (to === undefined || number <= Number(to));
}

const isDone = (item: string | { isDone: boolean }) => typeof item === "object" && item.isDone;
