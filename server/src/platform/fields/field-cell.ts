import type { Field, FieldValues } from "@atoll/contract/fields/field-schemas";
import { writeNumber } from "@atoll/contract/text/numbers";

/** Names of people by their IDs. */
export type PersonNames = ReadonlyMap<string, { name: string }>;

/** A value as a cell of a CSV file: amounts with their currency, people by their names. */
export function fieldCell(
  { name, kind }: Pick<Field, "name" | "kind">,
  values: FieldValues,
  people: PersonNames,
): string | number {
  const value = values[name];
  if (value === undefined || value === null) return "";
  if (value === true) return "yes";
  if (Array.isArray(value))
    return value
      .map((item) => (typeof item === "string" ? item : `${item.isDone ? "[x]" : "[ ]"} ${item.text}`))
      .join("; ");
  if (typeof value === "object") return `${(value.amount / 100).toFixed(2)} ${value.currency}`;
  if (kind === "person") return people.get(String(value))?.name ?? "";
  return typeof value === "number" ? writeNumber(value, ".") : String(value);
}

/** The people in the fields of these values. */
export function personsIn(fields: readonly Pick<Field, "name" | "kind">[], values: FieldValues): string[] {
  return fields.flatMap(({ name, kind }) => {
    const value = values[name];
    return kind === "person" && typeof value === "string" ? [value] : [];
  });
}
