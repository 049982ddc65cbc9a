/** The sign before the decimals: "1,234.56" or "1.234,56". */
export const decimalMarks = [".", ","] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** The decimal mark of a language, as BCP 47 names it. */
export function decimalMarkOf(language: string): DecimalMark {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.find(({ type }) => type === "decimal")?.value === "," ? "," : ".";
}

/**
 * Reads a number as people write it: "1,200.50", "1.200,50", "1 200", "1'200" or "-3". A number that has only one
 * reading is read whatever the mark is, such as "42,50" by a person who writes "42.50".
 * @param mark the person's decimal mark, which decides what "1.500" means.
 * @returns undefined for anything else, such as "0x10" or "1e5".
 */
export function readNumber(text: string, mark: DecimalMark): number | undefined {
  return readWith(text, mark) ?? readWith(text, mark === "." ? "," : ".");
}

/** Whether a number means one thing to people who write "1.5", and another to those who write "1,5". */
export function isAmbiguousNumber(text: string): boolean {
  const [one, other] = [readWith(text, "."), readWith(text, ",")];
  return one !== undefined && other !== undefined && one !== other;
}

/** Longer texts are no numbers: the patterns go over them more than once. */
const maxLength = 40;
/** A space, also one that does not break, and apostrophes. */
const spaces = "[ \\u00A0\\u202F'’]";

const patterns = {
  ".": pattern("\\.", ","),
  ",": pattern(",", "\\."),
} as const;

/** Thousands are parted by one sign throughout. */
function pattern(mark: string, group: string): RegExp {
  const whole = `\\d{1,13}|\\d{1,3}(?:${group}\\d{3}){1,4}|\\d{1,3}(?:${spaces}\\d{3}){1,4}`;
  return new RegExp(`^[-+\\u2212]?(?:${whole})(?:${mark}\\d{1,6})?$`);
}

function readWith(text: string, mark: DecimalMark): number | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxLength || !patterns[mark].test(trimmed)) return undefined;
  const plain = trimmed
    .replaceAll(/[ \u00A0\u202F'’]/g, "")
    .replaceAll(mark === "." ? "," : ".", "")
    .replace(mark, ".")
    .replace("\u2212", "-");
  return Number(plain);
}

/** An amount of money, in minor units. */
export interface Amount {
  amount: number;
  currency: string;
}

const signs: Readonly<Record<string, string>> = { "€": "EUR", $: "USD", "£": "GBP", "¥": "JPY" };
const amountPattern = /^([A-Za-z]{3}|[€$£¥])?\s*([-+\u2212\d.,'’\s]*\d)\s*([A-Za-z]{3}|[€$£¥])?$/;

/**
 * Reads an amount such as "42,000 EUR", "€42.50" or "1.5".
 * @param fallback the currency of an amount that names none.
 * @returns undefined for no amount, for one with two currencies, and for one with parts of a minor unit.
 */
export function readAmount(text: string, mark: DecimalMark, fallback: string): Amount | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return undefined;
  const [, before, digits, after] = amountPattern.exec(trimmed) ?? [];
  if (digits === undefined || (before !== undefined && after !== undefined)) return undefined;
  const units = readNumber(digits, mark);
  if (units === undefined) return undefined;
  const amount = Math.round(units * 100);
  if (Math.abs(units * 100 - amount) > 1e-6) return undefined;
  const named = before ?? after ?? fallback;
  return { amount, currency: signs[named] ?? named.toUpperCase() };
}

/** The number of an amount, as it is written. */
export function digitsOf(amount: string): string {
  return amountPattern.exec(amount.trim())?.[2] ?? amount;
}

/** Writes a number so that `readNumber` reads the same one with this mark. */
export function writeNumber(value: number, mark: DecimalMark): string {
  const text = String(value);
  // With three decimals it could be a number of thousands.
  const plain = /^-?\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text;
  return plain.replace(".", mark);
}
