import {
  type Field,
  type FieldKind,
  type FieldValue,
  type FieldValueOf,
  fieldValueSchemas,
} from "@atoll/contract/fields/field-schemas";
import { maxChecklistItems } from "@atoll/contract/fields/limits";
import { type DecimalMark, readAmount, readNumber } from "@atoll/contract/text/numbers";

/** As much of a field as a value is converted for. */
export type Target<Kind extends FieldKind = FieldKind> = Pick<Field<Kind>, "kind" | "options"> & {
  currency?: string | undefined;
  /** How the person who wrote the text writes decimals. */
  mark?: DecimalMark | undefined;
};

/** Names of the people whose ids values hold. */
export type Names = ReadonlyMap<string, string>;

/** Returns whether a value is one that the field can hold. */
export function fits<Kind extends FieldKind>(
  target: Target<Kind>,
  value: FieldValue,
): value is FieldValueOf<Kind> {
  return readValue(target, value) !== undefined;
}

/** Returns a value as the field stores it, such as an ID in lower case; undefined if the field cannot hold it. */
export function readValue<Kind extends FieldKind>(
  { kind, options = [] }: Target<Kind>,
  value: FieldValue,
): FieldValueOf<Kind> | undefined {
  const { success, data } = fieldValueSchemas[kind].safeParse(value);
  if (!success) return undefined;
  if (kind === "choices" && !(Array.isArray(data) && data.every((one) => options.includes(String(one)))))
    return undefined;
  if (kind === "choice" && !options.includes(String(data))) return undefined;
  return data as FieldValueOf<Kind>;
}

/**
 * Returns a value as the target holds it, or undefined when it has no equivalent there. Everything goes by its text,
 * apart from amounts and numbers.
 * @param from the kind that the value is of.
 */
export function convertValue<Kind extends FieldKind>(
  from: FieldKind,
  target: Target<Kind>,
  value: FieldValue,
  names: Names,
): FieldValueOf<Kind> | undefined {
  const converted = convert(from, target, value, names);
  return converted !== undefined && fits(target, converted) ? converted : undefined;
}

function convert(from: FieldKind, target: Target, value: FieldValue, names: Names): FieldValue | undefined {
  if (from === target.kind && fits(target, value)) return value;
  if (typeof value === "object" && "amount" in value && target.kind === "number") return value.amount / 100;
  if (typeof value === "number" && target.kind === "money")
    return amountOf(value, target.currency ?? defaultCurrency);
  const text = textOf(from, value, names);
  return text === undefined ? undefined : readText(target, text);
}

const defaultCurrency = "EUR";

/** A value in words, as its card shows it; undefined for an unknown person. */
export function textOf(from: FieldKind, value: FieldValue, names: Names): string | undefined {
  if (Array.isArray(value))
    return value
      .map((one) => (typeof one === "string" ? one : `${one.isDone ? "[x] " : ""}${one.text}`))
      .join("\n");
  if (value === true) return "yes";
  if (typeof value === "object") return `${value.amount / 100} ${value.currency}`;
  return from === "person" ? names.get(String(value)) : String(value);
}

function readText(
  { kind, options = [], currency = defaultCurrency, mark = "." }: Target,
  text: string,
): FieldValue | undefined {
  const trimmed = text.trim();
  switch (kind) {
    case "text":
      return text;
    case "number":
      return readNumber(trimmed, mark);
    case "money":
      return readAmount(trimmed, mark, currency);
    case "date":
      return readDay(trimmed);
    case "choice":
      return options.find((option) => option.toLowerCase() === trimmed.toLowerCase());
    case "choices":
      return readOptions(options, text);
    case "checkbox":
      return /^(?:yes|true|x|1)$/i.test(trimmed) ? true : undefined;
    case "checklist":
      return readItems(text);
    case "link":
      return trimmed;
    case "person":
      // Names are not unique: a person is chosen, never guessed.
      return undefined;
  }
}

/** Options apart by lines or semicolons; one that is unknown does not convert. */
function readOptions(options: readonly string[], text: string): string[] | undefined {
  const names = text
    .split(/[\n;]/)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  const found = options.filter((option) => names.includes(option.toLowerCase()));
  return found.length > 0 && found.length === new Set(names).size ? found : undefined;
}

/** Minor units; an amount with a fraction of one does not convert. */
function amountOf(units: number, currency: string): FieldValue | undefined {
  const amount = Math.round(units * 100);
  return Math.abs(units * 100 - amount) < 1e-6 ? { amount, currency } : undefined;
}

/** "2026-11-20", "20.11.2026" or "20 November 2026". With slashes nobody knows which is the month. */
function readDay(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (year && month && day) return dayOf(year, month, day);
  const [, d, m, y] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  if (d && m && y) return dayOf(y, m, d);
  const [, date, name, ofYear] = /^(\d{1,2})\.? ([A-Za-z]{3,9})\.?,? (\d{4})$/.exec(text) ?? [];
  if (!date || !name || !ofYear) return undefined;
  const at = months.findIndex((one) => one === name.toLowerCase() || one.slice(0, 3) === name.toLowerCase());
  return at < 0 ? undefined : dayOf(ofYear, String(at + 1), date);
}

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

function dayOf(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** An item for each line. More of them than a list can hold do not convert. */
function readItems(text: string): FieldValue | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length === 0 || lines.length > maxChecklistItems) return undefined;
  return lines.map((line) =>
    line.startsWith("[x] ") ? { text: line.slice(4), isDone: true } : { text: line, isDone: false },
  );
}
