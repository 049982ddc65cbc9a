import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import { mergeValues, wrongValue } from "../../../platform/fields/check-values.ts";

const place = { code: "card_field_wrong", path: "data" } as const;

/**
 * Returns the data of a card after some of its fields were changed. Null empties a field.
 * @throws {AppError} `card_field_wrong` for a field that the section does not have, or a value that does not fit it.
 */
export function mergeData(fields: readonly CardField[], before: CardData, given: CardData): CardData {
  return mergeValues(place, fields, before, given);
}

/** @throws {AppError} `card_field_wrong` when a field that a card cannot be without is empty. */
export function assertWhole(fields: readonly CardField[], data: CardData): void {
  const missing = fields.find(
    ({ name, isRequired, isRetired }) => isRequired && !isRetired && data[name] === undefined,
  );
  if (missing) throw wrongValue(place, missing.name, `${missing.label} is required`);
}
