import { z } from "zod";
import { parseViewQuery, writeViewQuery } from "../saved-views/rules.ts";
import type { CardData } from "./field-schemas.ts";
import { maxFilterChoices } from "./limits.ts";

/** Values of choice fields that a list is filtered by, as a query with the names of the fields. */
export const choicesSchema = z
  .string()
  .max(2_000)
  .refine((choices) => parseViewQuery(choices).length <= maxFilterChoices, "Filter by fewer fields");

/** Pure: the fields and values of such a query. */
export const readChoices = parseViewQuery;

/** Pure: such a query, or undefined for no fields. */
export function writeChoices(
  choices: readonly (readonly [field: string, value: string])[],
): string | undefined {
  return writeViewQuery(choices.slice(0, maxFilterChoices)) || undefined;
}

/** Pure: whether a card has all of the values. */
export function hasChoices(data: CardData, choices: string | undefined): boolean {
  return choices === undefined || readChoices(choices).every(([field, value]) => data[field] === value);
}
