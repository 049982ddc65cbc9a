/** A text on one line, in which no sign of Markdown means anything. */
export const lineOf = (text: string): string => escaped(text.replace(/\s+/g, " ").trim());

/** A text in which no sign of Markdown means anything. */
export function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~!]/g, "\\$&");
}
