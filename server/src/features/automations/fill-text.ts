/** A value that a text can name. */
export interface Value {
  text: string;
  /** The address of the page that the text names. This server makes it: nobody wrote it. */
  href?: string;
}
export type Values = ReadonlyMap<string, Value>;

/** A value that somebody wrote is cut to this length. */
const maxValue = 500;

/**
 * Pure: fills the values into a text. Each is text, never Markdown or another placeholder, so that what somebody wrote in a
 * title makes no link, image, heading or mention. A link shows the title of its page. A name that there is no value for
 * stays as it is.
 */
export function fillMarkdown(text: string, values: Values): string {
  return fill(text, values, escapeMarkdown, (title, href) => `[${title}](${href})`);
}

/** Pure: does the same for a text without Markdown, of one line and at most so many characters. */
export function fillLine(text: string, values: Values, maxLength: number): string {
  const asWritten = (value: string) => value;
  const line = oneLine(fill(text, values, asWritten, asWritten));
  return [...line].slice(0, maxLength).join("").trim() || "Untitled";
}

const placeholder = "\\{\\{ ?([a-z]{1,20}(?:\\.[a-z]{1,20})?) ?\\}\\}";
/** A placeholder, the target of a Markdown link, or a title in front of the link to the same page, which is shown once. */
const placeholders = new RegExp(
  `(?:\\{\\{ ?([a-z]{1,20})\\.title ?\\}\\} ?(?=\\{\\{ ?\\1\\.link ?\\}\\}))?(\\]\\()?${placeholder}`,
  "g",
);

function fill(
  text: string,
  values: Values,
  toText: (value: string) => string,
  toLink: (title: string, href: string) => string,
): string {
  // One pass, so that a value that looks like a placeholder is not filled.
  return text.replace(placeholders, (whole, _kind, target: string | undefined, name: string) => {
    const value = values.get(name);
    if (!value) return whole;
    const shown = toText(cut(oneLine(value.text)));
    if (value.href === undefined) return `${target ?? ""}${shown}`;
    return target ? `${target}${value.href}` : toLink(shown, value.href);
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
