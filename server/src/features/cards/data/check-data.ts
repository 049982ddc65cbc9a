import { type CardData, type CardField, fieldValueSchemas } from "@atoll/contract/cards/field-schemas";
import { AppError } from "../../../platform/app-error.ts";
import { convertValue, fits } from "./convert-value.ts";

/**
 * Returns the data of a card after some of its fields were changed. Null empties a field.
 * @throws {AppError} `card_field_wrong` for a field that the section does not have, or a value that does not fit it.
 */
export function mergeData(fields: readonly CardField[], before: CardData, given: CardData): CardData {
  const merged = { ...before };
  for (const [name, value] of Object.entries(given)) {
    const field = fields.find((one) => one.name === name && !one.isRetired);
    if (!field) throw wrong(name, "This field is not there any more. Reload the page");
    if (value === null || value === "") {
      if (field.isRequired) throw wrong(name, `${field.label} is required`);
      delete merged[name];
    } else merged[name] = check(field, value);
  }
  return merged;
}

/** @throws {AppError} `card_field_wrong` when a field that a card cannot be without is empty. */
export function assertWhole(fields: readonly CardField[], data: CardData): void {
  const missing = fields.find(
    ({ name, isRequired, isRetired }) => isRequired && !isRetired && data[name] === undefined,
  );
  if (missing) throw wrong(missing.name, `${missing.label} is required`);
}

function check(field: CardField, value: CardData[string]): NonNullable<CardData[string]> {
  const result = fieldValueSchemas[field.kind].safeParse(value);
  if (result.success && fits(field, result.data)) return result.data;
  // A browser that does not know of the field's new type sends a value of the old one.
  const converted = value === null ? undefined : convertValue(sentKind(value), field, value, new Map());
  if (converted !== undefined) return converted;
  if (field.kind === "choice") throw wrong(field.name, "Choose one of the list");
  throw wrong(field.name, `${field.label} ${holds[field.kind]}`);
}

function sentKind(value: NonNullable<CardData[string]>): CardField["kind"] {
  if (Array.isArray(value)) return "checklist";
  if (typeof value === "object") return "money";
  return typeof value === "number" ? "number" : "text";
}

const holds: Readonly<Record<Exclude<CardField["kind"], "choice">, string>> = {
  text: "takes up to 2,000 characters of text",
  number: "takes a number",
  money: "takes an amount such as 42,000 EUR",
  date: "takes a date",
  person: "takes a colleague",
  link: "takes an address that starts with https://",
  checklist: "takes up to 50 items of 200 characters",
};

function wrong(name: string, message: string): AppError {
  return new AppError("card_field_wrong", { fields: [{ path: `data.${name}`, message }] });
}
