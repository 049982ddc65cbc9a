import type { ErrorCode } from "@atoll/contract/errors/errors";
import type {
  Field,
  FieldKind,
  FieldValue,
  FieldValueOf,
  FieldValues,
} from "@atoll/contract/fields/field-schemas";
import { currentOption, isComputed } from "@atoll/contract/fields/field-schemas";
import { AppError } from "../app-error.ts";
import { convertValue, readValue } from "./convert-value.ts";

/** How an area refuses a value: its error, and the name that its requests have for the values. */
export interface ValuesPlace {
  code: ErrorCode;
  path: string;
}

/**
 * Returns values after some of them were changed. Null empties a field.
 * @throws {AppError} the area's error for a field that is not among these, or a value that does not fit it.
 */
export function mergeValues<Kind extends FieldKind>(
  place: ValuesPlace,
  fields: readonly Field<Kind>[],
  before: FieldValues<Kind>,
  given: FieldValues,
): FieldValues<Kind> {
  const merged = { ...before };
  for (const [name, value] of Object.entries(given)) {
    const field = fields.find((one) => one.name === name && !one.isRetired);
    if (!field) throw wrongValue(place, name, "This field is not there any more. Reload the page");
    if (isComputed(field))
      throw wrongValue(place, name, `${field.label} is computed. Change the fields that it is computed from`);
    if (isEmpty(field, value)) {
      if (field.isRequired) throw wrongValue(place, name, `${field.label} is required`);
      delete merged[name];
    } else merged[name] = check(place, field, value);
  }
  return merged;
}

/** An unticked box and no choice are no values; a checklist can be without items. */
function isEmpty({ kind }: Field, value: FieldValue | null): value is null {
  if (Array.isArray(value)) return value.length === 0 && kind !== "checklist";
  return value === null || value === "" || value === false;
}

function check<Kind extends FieldKind>(
  place: ValuesPlace,
  field: Field<Kind>,
  value: FieldValue,
): FieldValueOf<Kind> {
  const given = withCurrentOptions(field, value);
  const read = readValue(field, given);
  if (read !== undefined) return read;
  // A browser that does not know of the field's new type sends a value of the old one.
  const converted = convertValue(sentKind(given), field, given, new Map());
  if (converted !== undefined) return converted;
  const kind: FieldKind = field.kind;
  if (kind === "choice" || kind === "choices") throw wrongValue(place, field.name, "Choose from the list");
  throw wrongValue(place, field.name, `${field.label} ${holds[kind]}`);
}

/** Options that were renamed since the person chose them, under their present names. */
function withCurrentOptions(field: Field, value: FieldValue): FieldValue {
  if (field.kind === "choice" && typeof value === "string") return currentOption(field, value) ?? value;
  if (field.kind !== "choices" || !Array.isArray(value)) return value;
  return [...new Set(value.map((one) => currentOption(field, String(one)) ?? String(one)))];
}

function sentKind(value: FieldValue): FieldKind {
  if (Array.isArray(value)) return typeof value[0] === "string" ? "choices" : "checklist";
  if (typeof value === "object") return "money";
  if (typeof value === "boolean") return "checkbox";
  return typeof value === "number" ? "number" : "text";
}

const holds: Readonly<Record<Exclude<FieldKind, "choice" | "choices">, string>> = {
  text: "takes up to 2,000 characters of text",
  number: "takes a number",
  money: "takes an amount such as 42,000 EUR",
  date: "takes a date",
  person: "takes a colleague",
  checkbox: "is ticked or not",
  link: "takes an address that starts with https://",
  checklist: "takes up to 50 items of 200 characters",
};

/** The area's error for one of its values. */
export function wrongValue({ code, path }: ValuesPlace, name: string, message: string): AppError {
  return new AppError(code, { fields: [{ path: `${path}.${name}`, message }] });
}
