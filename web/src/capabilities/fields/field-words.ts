import type { ChoiceColour, Field, FieldKind, FieldValue, Money } from "@atoll/contract/fields/field-schemas";
import { formatNumber } from "../../lib/format-number.ts";
import { formatWallDate } from "../../lib/time/format-wall.ts";
import type { BadgeTone } from "../../ui/badge/badge.tsx";

export const fieldKindNames: Readonly<Record<FieldKind, string>> = {
  text: "Text",
  number: "Number",
  money: "Money",
  date: "Date",
  choice: "Choice",
  choices: "Several choices",
  person: "Person",
  checkbox: "Checkbox",
  link: "Link",
  checklist: "Checklist",
};

/** The type of a field with its options: "Choice: Small, Large". */
export function kindOf({ kind, options, formula }: Pick<Field, "kind" | "options" | "formula">): string {
  if (formula !== undefined) return `Formula: ${fieldKindNames[kind]}`;
  return options && options.length > 0
    ? `${fieldKindNames[kind]}: ${options.join(", ")}`
    : fieldKindNames[kind];
}

/** Lines of a text as names, each once. */
export function linesOf(text: string): string[] {
  return [...new Set(text.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
}

const perUnit = 100;

/** "128,400 EUR", in whole units; with its cents where it has some. */
export function formatMoney({ amount, currency }: Money): string {
  const units = amount / perUnit;
  return `${formatNumber(Number.isInteger(units) ? units : Number(units.toFixed(2)))} ${currency}`;
}

/** A value as text; empty when there is none. People are shown by their faces elsewhere. */
export function asText(value: FieldValue | null | undefined): string {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return "Yes";
  if (Array.isArray(value)) {
    const texts = value.filter((one) => typeof one === "string");
    if (texts.length > 0) return texts.join(", ");
    const items = value.filter((one) => typeof one === "object");
    return `${items.filter(({ isDone }) => isDone).length} of ${items.length}`;
  }
  if (typeof value === "object") return formatMoney(value);
  return typeof value === "number" ? formatNumber(value) : value;
}

/** The same, with days and people as people read them. */
export function fieldText(
  { kind }: Pick<Field, "kind">,
  value: FieldValue | null | undefined,
  people: readonly { id: string; name: string }[] = [],
): string {
  if (typeof value !== "string") return asText(value);
  // A result of a formula that was a text before is no day yet.
  if (kind === "date") return Number.isNaN(Date.parse(`${value}T00:00Z`)) ? value : formatWallDate(value);
  if (kind === "link") return value.replace(/^https?:\/\//, "");
  return kind === "person" ? (people.find(({ id }) => id === value)?.name ?? "A colleague") : value;
}

const colourTones: Readonly<Record<ChoiceColour, BadgeTone>> = {
  grey: "secondary",
  blue: "info",
  green: "success",
  yellow: "warning",
  red: "error",
  purple: "accent",
  teal: "primary",
};

export const colourNames: Readonly<Record<ChoiceColour, string>> = {
  grey: "Grey",
  blue: "Blue",
  green: "Green",
  yellow: "Yellow",
  red: "Red",
  purple: "Purple",
  teal: "Teal",
};

/** The tone of an option, by the colour that people chose for it. */
export function choiceTone({ colours }: Pick<Field, "colours">, option: string): BadgeTone {
  return colourTones[colours?.[option] ?? "grey"];
}
