import type { ImportedArticle } from "../../knowledge/public.ts";
import { timeOf } from "../task-words.ts";

interface Property {
  name: string;
  kind: string;
  value: string;
}

/** Facts about a page, from the values above its text. */
interface Facts {
  author?: string;
  editor?: string;
  at: Date | null;
  updatedAt: Date | null;
  tags: string[];
  /** All others, which are part of its text. */
  rest: Property[];
}

/** A page as it was read from its file. */
export interface ReadPage extends Pick<ImportedArticle, "title" | "text" | "files" | "notes"> {
  facts: Facts;
}

const means = (property: Property, kind: string, names: RegExp): boolean =>
  property.kind === kind || (property.kind === "" && names.test(property.name));

/** Pure: reads the author, times and tags of a page from its values. */
export function factsOf(properties: readonly Property[]): Facts {
  const facts: Facts = { at: null, updatedAt: null, tags: [], rest: [] };
  for (const property of properties) {
    const { value } = property;
    const person = value.slice(0, 100);
    if (means(property, "created_by", /^created by$/i)) facts.author = person;
    else if (means(property, "last_edited_by", /^last edited by$/i)) facts.editor = person;
    else if (means(property, "created_time", /^created(?: time| at)?$/i)) facts.at = momentOf(value);
    else if (means(property, "last_edited_time", /^(?:last )?(?:edited|updated)(?: time| at)?$/i))
      facts.updatedAt = momentOf(value);
    else if (/^(?:tags?|labels?)$/i.test(property.name))
      facts.tags = value
        .split(",")
        .map((tag) => tag.trim())
        .filter(Boolean);
    else facts.rest.push(property);
  }
  return facts;
}

/** Notion writes times in the zone of the person who exports, and does not name it. */
function momentOf(value: string): Date | null {
  const text = value.replace(/^@/, "").trim();
  return timeOf(/^\d{4}-\d{2}-\d{2}/.test(text) ? text : `${text} UTC`) ?? timeOf(text) ?? null;
}

export const plain = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/[\\[\]`*_<>~|#]/g, "\\$&")
    .trim();

/** Values as a list above the text. */
export const textOfProperties = (properties: readonly Property[]): string =>
  properties.map(({ name, value }) => `- **${plain(name)}:** ${plain(value)}`).join("\n");
