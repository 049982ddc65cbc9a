import { type CardData, type CardField, fieldValueSchemas } from "@atoll/contract/cards/field-schemas";
import { AppError } from "../../platform/app-error.ts";

/**
 * Returns the data of a card after some of its fields were changed. Null empties a field.
 * @throws {AppError} `card_field_wrong` for a field that the section does not have, or a value that does not fit it.
 */
export function mergeData(fields: readonly CardField[], before: CardData, given: CardData): CardData {
  const merged = { ...before };
  for (const [name, value] of Object.entries(given)) {
    const field = fields.find((one) => one.name === name);
    if (!field) throw wrong(name, "There is no such field");
    if (value === null || value === "") {
      if (field.isRequired) throw wrong(name, `${field.label} is required`);
      delete merged[name];
    } else merged[name] = check(field, value);
  }
  return merged;
}

/** @throws {AppError} `card_field_wrong` when a field that a card cannot be without is empty. */
export function assertWhole(fields: readonly CardField[], data: CardData): void {
  const missing = fields.find(({ name, isRequired }) => isRequired && data[name] === undefined);
  if (missing) throw wrong(missing.name, `${missing.label} is required`);
}

function check(field: CardField, value: CardData[string]): NonNullable<CardData[string]> {
  const result = fieldValueSchemas[field.kind].safeParse(value);
  if (!result.success) throw wrong(field.name, result.error.issues[0]?.message ?? "This does not fit");
  if (field.kind === "choice" && !field.options?.includes(String(result.data)))
    throw wrong(field.name, "Choose one of the list");
  return result.data;
}

function wrong(name: string, message: string): AppError {
  return new AppError("card_field_wrong", { fields: [{ path: `data.${name}`, message }] });
}
