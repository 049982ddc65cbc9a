import { type ArticleKind, articleKinds } from "@atoll/contract/knowledge/limits";

/** Facts about a page at the top of its Markdown file. */
export interface FrontMatter {
  title?: string;
  kind?: ArticleKind;
  summary?: string;
  category?: string;
  tags?: string[];
  /** The place among its siblings, from 1. */
  order?: number;
}

/** A longer head is no front matter. */
const longestHead = 8000;
const entryLine = /^([A-Za-z][\w-]{0,40}):[ \t]*(.*)$/;

/** Splits a Markdown file into its facts and its text. Keys and values that mean nothing here are left out. */
export function readFrontMatter(text: string): { facts: FrontMatter; body: string } {
  const whole = { facts: {}, body: text };
  if (!text.startsWith("---\n")) return whole;
  const end = text.slice(0, longestHead).indexOf("\n---", 3);
  if (end < 0) return whole;
  const rest = text.slice(end + 4);
  if (rest !== "" && !/^[ \t]*\n/.test(rest)) return whole;
  const values = new Map<string, unknown>();
  let lastKey = "";
  for (const line of text.slice(4, Math.max(4, end)).split("\n")) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1];
    const [, key, value] = entryLine.exec(line) ?? [];
    if (key !== undefined) {
      lastKey = key.toLowerCase();
      values.set(lastKey, readValue(value ?? ""));
    } else if (item !== undefined && lastKey !== "") {
      const before = values.get(lastKey);
      values.set(lastKey, [...(Array.isArray(before) ? before : []), readValue(item)]);
    } else if (line.trim() !== "") return whole;
  }
  return { facts: factsOf(values), body: rest.replace(/^[ \t]*\n+/, "") };
}

/** Writes the facts as YAML, in which every JSON value is valid. */
export function writeFrontMatter(facts: FrontMatter): string {
  const lines = Object.entries(facts).flatMap(([key, value]) =>
    value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
      ? []
      : [`${key}: ${JSON.stringify(value)}`],
  );
  return `---\n${lines.join("\n")}\n---\n\n`;
}

function readValue(written: string): unknown {
  const value = written.trim();
  try {
    return JSON.parse(value);
  } catch {
    if (value.startsWith("[") && value.endsWith("]")) return value.slice(1, -1).split(",").map(unquote);
    return unquote(value);
  }
}

const unquote = (value: string): string => value.trim().replace(/^(['"])(.*)\1$/, "$2");

function factsOf(values: ReadonlyMap<string, unknown>): FrontMatter {
  const text = (key: string) => {
    const value = values.get(key);
    return typeof value === "string" || typeof value === "number" ? String(value).trim() : undefined;
  };
  const tags = values.get("tags");
  const title = text("title");
  const summary = text("summary") ?? text("description");
  const category = text("category");
  const kind = articleKinds.find((one) => one === text("kind"));
  const order = Number(text("order"));
  return {
    ...(title ? { title } : {}),
    ...(kind ? { kind } : {}),
    ...(summary ? { summary } : {}),
    ...(category ? { category } : {}),
    ...(Array.isArray(tags) ? { tags: tags.map((tag) => String(tag).trim()).filter(Boolean) } : {}),
    ...(Number.isSafeInteger(order) && order > 0 ? { order } : {}),
  };
}
