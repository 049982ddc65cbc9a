import { uuidSource } from "../uuid.ts";

/** A block of a document that shows the cards of a section. */
export interface SectionBlock {
  /** The section. */
  id: string;
  /** The view, filters and order as parameters of the section's address: `view=table stages=new%2Cwon`. */
  query: string;
}

/** The parameters of a block that are longer are left out. */
const maxQueryLength = 1500;
const parameter = "[A-Za-z0-9.%-]+=[A-Za-z0-9.%-]+";
const queryForm = new RegExp(`^${parameter}(?: ${parameter})*$`);
const titleForm = new RegExp(`^section:(${uuidSource})(?: (.+))?$`);

/** Returns the parameters of a block, or none where they are too long or of another form. */
export function sectionQueryOf(text: unknown): string {
  return typeof text === "string" && text.length <= maxQueryLength && queryForm.test(text) ? text : "";
}

/** Writes parameters of an address so that no Markdown is seen in them. Those that do not fit are left out. */
export function writeSectionQuery(search: Readonly<Record<string, string | undefined>>): string {
  const parts: string[] = [];
  let length = 0;
  for (const [name, value] of Object.entries(search)) {
    if (!value) continue;
    const part = `${encode(name)}=${encode(value)}`;
    if (length + part.length > maxQueryLength) continue;
    length += part.length + 1;
    parts.push(part);
  }
  return parts.join(" ");
}

/** Reads the parameters of a block, as the address of the section has them. */
export function readSectionQuery(query: string): Record<string, string> {
  return Object.fromEntries(
    sectionQueryOf(query)
      .split(" ")
      .flatMap((part) => {
        const [name = "", value = ""] = part.split("=");
        const [key, text] = [decode(name), decode(value)];
        return key && text ? [[key, text]] : [];
      }),
  );
}

/** Reads `section:<id> view=table`, the title of a link that an export writes for a block. */
export function readSectionTitle(title: string): SectionBlock | undefined {
  const [, id, query] = titleForm.exec(title) ?? [];
  return id === undefined ? undefined : { id, query: sectionQueryOf(query) };
}

function encode(text: string): string {
  // A half of a character has no encoding.
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*_~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
