import type { AuditEntry } from "@atoll/contract/audit/schemas";

export interface FieldChange {
  field: string;
  /** Null: there was no such field then. */
  before: string | null;
  after: string | null;
}

/** Returns the fields of an entry, each before and after. */
export function fieldChanges({ before, after }: Pick<AuditEntry, "before" | "after">): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({
    field: fieldTitle(field),
    before: before && field in before ? showValue(before[field]) : null,
    after: after && field in after ? showValue(after[field]) : null,
  }));
}

/** "isDisabled" and "is_disabled" read "Is disabled". */
function fieldTitle(field: string): string {
  const words = field
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function showValue(value: unknown): string {
  if (value === null || value === "") return "Nothing";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.length === 0 ? "None" : value.map(showValue).join(", ");
  if (typeof value === "object") return showRecord(value);
  return String(value);
}

/** Formats a thing by its name, and anything else by its fields. */
function showRecord(record: object): string {
  if ("name" in record && typeof record.name === "string") return record.name;
  return Object.entries(record)
    .map(([field, value]) => `${fieldTitle(field)}: ${showValue(value)}`)
    .join(", ");
}
