/** A value that a text can name. */
export interface Value {
  text: string;
  /** A link that this server makes, which goes into a text as it is. */
  isLink?: boolean;
}
export type Values = ReadonlyMap<string, Value>;

/** A value that somebody wrote is cut to this length. */
const maxValue = 500;

/**
 * Pure: fills the values into a text. Each is text, never Markdown or another placeholder, so that what somebody wrote in a
 * title makes no link, image, heading or mention. A name that there is no value for stays as it is.
 */
export function fillMarkdown(text: string, values: Values): string {
  return fill(text, values, escapeMarkdown);
}

/** Pure: does the same for a text without Markdown, of one line and at most so many characters. */
export function fillLine(text: string, values: Values, maxLength: number): string {
  const line = oneLine(fill(text, values, (value) => value));
  return [...line].slice(0, maxLength).join("").trim() || "Untitled";
}

function fill(text: string, values: Values, toText: (value: string) => string): string {
  // One pass, so that a value that looks like a placeholder is not filled.
  return text.replace(/\{\{ ?([a-z]{1,20}(?:\.[a-z]{1,20})?) ?\}\}/g, (whole, name: string) => {
    const value = values.get(name);
    if (!value) return whole;
    return value.isLink ? value.text : toText(cut(oneLine(value.text)));
  });
}

function cut(text: string): string {
  const characters = [...text.slice(0, 2 * maxValue)];
  return characters.length > maxValue ? `${characters.slice(0, maxValue).join("")}…` : text;
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .toWellFormed()
    .trim();
}

/** Escapes what Markdown gives a meaning to. The colon and the dot in "www." keep addresses from becoming links. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()<>#+|~!@:&=-]/g, "\\$&")
    .replace(/www\./gi, (start) => start.replace(".", "\\."));
}
