import type { Field, FieldKind, FieldValue, FieldValueOf } from "@atoll/contract/fields/field-schemas";
import { readAmount, readNumber, writeNumber } from "@atoll/contract/text/numbers";
import { chosenDecimalMark } from "../../lib/decimal-mark.ts";
import { formatNumber } from "../../lib/format-number.ts";

/** A value as its form shows it: each as text, several choices a line each. */
export function formText(value: FieldValue | null | undefined): string {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return ticked;
  if (Array.isArray(value)) return value.map((one) => (typeof one === "string" ? one : one.text)).join("\n");
  if (typeof value === "object")
    return `${writeNumber(value.amount / 100, chosenDecimalMark())} ${value.currency}`;
  return typeof value === "number" ? writeNumber(value, chosenDecimalMark()) : value;
}

/** The text of a box that is ticked. */
export const ticked = "yes";

/** Amounts that name no currency are in euros. */
const defaultCurrency = "EUR";

/** Returns what the text of a field means; null for an empty one, and undefined for one that means nothing. */
export function readFormText<Kind extends FieldKind>(
  { kind }: Pick<Field<Kind>, "kind">,
  text: string,
): FieldValueOf<Kind> | null | undefined {
  // Each kind is read as a value of its own.
  return readText(kind, text.trim()) as FieldValueOf<Kind> | null | undefined;
}

function readText(kind: FieldKind, text: string): FieldValue | null | undefined {
  if (text === "") return null;
  if (kind === "money") {
    const amount = readAmount(text, chosenDecimalMark(), defaultCurrency);
    return amount && amount.amount >= 0 ? amount : undefined;
  }
  if (kind === "number") return readNumber(text, chosenDecimalMark());
  if (kind === "checkbox") return true;
  if (kind === "choices") return text.split("\n");
  if (kind === "link") return readAddress(text);
  return text;
}

/** An address that was typed without its beginning gets one. */
function readAddress(text: string): string | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return /\s/.test(text) || !URL.canParse(address) ? undefined : address;
}

const hints: Partial<Record<FieldKind, string>> = {
  number: "Enter a number",
  link: "Enter an address such as https://atoll.example",
  checklist: "Use at most 50 lines of 200 characters",
};

/** An amount as the person writes it: "42,000 EUR". */
export const amountExample = () => `${formatNumber(42_000)} EUR`;

/** Says what a field takes, for a text that means nothing. */
export const hintOf = (kind: FieldKind) =>
  kind === "money" ? `Enter an amount such as ${amountExample()}` : (hints[kind] ?? "Check this");
