import { type ArticleKind, articleKinds, reviewIntervals } from "@atoll/contract/knowledge/limits";
import { parseDocument } from "yaml";

/** Facts about a page at the top of its Markdown file. */
export interface FrontMatter {
  title?: string;
  kind?: ArticleKind;
  summary?: string;
  category?: string;
  tags?: string[];
  /** The place among its siblings, from 1. */
  order?: number;
  /** The page is for everyone who reads the page above it. A file without readers says nothing about them. */
  readers?: "everyone";
  /** The names of the departments and roles that the page is for. */
  departments?: string[];
  roles?: string[];
  /** The file limits its readers, in a way that is not understood. */
  hasUnclearReaders?: boolean;
  /** The email address of its owner. */
  owner?: string;
  /** Days between reviews, or that there are none. */
  review?: number | "never";
  template?: boolean;
}

/** A longer head is no front matter. */
const longestHead = 32_000;
/** Lines of a head that limit readers, in whatever form: a file that cannot be understood is never open. */
const readersLine = /^[ \t"']*(?:readers|departments|roles)[ \t"']*:/im;
const entryLine = /^([A-Za-z][\w-]{0,40}):[ \t]*(.*)$/;

export interface ReadHead {
  facts: FrontMatter;
  body: string;
  /** The lines, from 1, of values that mean nothing here and are left out. */
  unused: number[];
}

/** Splits a Markdown file into its facts and its text. Keys and values that mean nothing here are left out. */
export function readFrontMatter(text: string): ReadHead {
  if (!text.startsWith("---\n")) return { facts: {}, body: text, unused: [] };
  const mentionsReaders = readersLine.test(text.slice(0, longestHead).split("\n---", 2).join("\n"));
  const whole = { facts: mentionsReaders ? { hasUnclearReaders: true } : {}, body: text, unused: [] };
  const end = text.slice(0, longestHead).indexOf("\n---", 3);
  if (end < 0) return whole;
  const rest = text.slice(end + 4);
  if (rest !== "" && !/^[ \t]*\n/.test(rest)) return whole;
  const head = text.slice(4, Math.max(4, end));
  const values = readYaml(head) ?? readLines(head);
  return values
    ? { facts: factsOf(values), body: rest.replace(/^[ \t]*\n+/, ""), unused: unusedLines(head) }
    : whole;
}

const knownKeys: ReadonlySet<string> = new Set([
  ...["title", "kind", "summary", "description", "category", "tags", "order"],
  ...["readers", "departments", "roles", "owner", "review", "template"],
]);

/** The first lines of keys that mean nothing here. */
const unusedLines = (head: string): number[] =>
  head.split("\n").flatMap((line, index) => {
    const key = entryLine.exec(line)?.[1]?.toLowerCase();
    return key === undefined || knownKeys.has(key) ? [] : [index + 2];
  });

/** More brackets, markers or explicit keys than a head has: reading them takes a stack that may end the process. */
const mostBrackets = 200;
const markerRun = /(?:[-?:][ \t]+){8}|^[ \t]*\?(?:[ \t]|$)/m;
/** An anchor or an alias, which begin a value: "R&D" has neither. */
const anchor = /(?:^|[\s,:[{-])[&*]\w/m;

/** A head in whole YAML, with maps and texts of several lines; undefined for what is not valid or may be made to harm. */
function readYaml(head: string): Map<string, unknown> | undefined {
  if ((head.match(/[[{]/g)?.length ?? 0) > mostBrackets || markerRun.test(head) || anchor.test(head))
    return undefined;
  const document = parseDocument(head, { schema: "core", prettyErrors: false, logLevel: "silent" });
  if (document.errors.length > 0 || document.warnings.length > 0) return undefined;
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value).map(([key, one]) => [key.toLowerCase(), one]));
}

/**
 * Reads the simple YAML that programs write there where it is not quite valid, such as a colon in a title, and where it
 * is not safe to give to the library: values, lists and texts of several lines. A map is left out, as a value that means
 * nothing. Undefined for everything else.
 */
function readLines(head: string): Map<string, unknown> | undefined {
  const values = new Map<string, unknown>();
  let lastKey = "";
  /** The separator between the lines of the text being read. */
  let glue: string | undefined;
  for (const line of head.split("\n")) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1];
    const [, key, value = ""] = entryLine.exec(line) ?? [];
    const isBelow = /^[ \t]+\S/.test(line) && lastKey !== "";
    if (key !== undefined) {
      lastKey = key.toLowerCase();
      const block = /^([>|])[-+\d]*\s*$/.exec(value)?.[1];
      glue = block && (block === "|" ? "\n" : " ");
      values.set(lastKey, block ? "" : readValue(value));
    } else if (isBelow && glue !== undefined) {
      values.set(lastKey, [values.get(lastKey), line.trim()].filter(Boolean).join(glue));
    } else if (item !== undefined && lastKey !== "") {
      const before = values.get(lastKey);
      values.set(lastKey, [...(Array.isArray(before) ? before : []), readValue(item)]);
    } else if (isBelow) {
      const before = values.get(lastKey);
      // An unread part stays visible, so that readers who are not understood never count as none.
      if (typeof before === "string" && before !== "") values.set(lastKey, `${before} ${line.trim()}`);
      else values.set(lastKey, Array.isArray(before) ? [...before, {}] : {});
    } else if (line.trim() !== "" && !/^\s*#/.test(line)) return undefined;
  }
  return values;
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
  // A failed attempt is slow: thousands of plain words are none.
  if (!/^(?:["[{\d-]|(?:true|false|null)$)/.test(value)) return unquote(value);
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
  const tags = tagsOf(values.get("tags"));
  const title = text("title");
  const summary = text("summary") ?? text("description");
  const category = text("category");
  const kind = articleKinds.find((one) => one === text("kind"));
  const order = Number(text("order"));
  const [departments, roles] = [namesOf(values.get("departments")), namesOf(values.get("roles"))];
  const readers = text("readers")?.toLowerCase();
  const isClear = departments && roles && (readers === "everyone" || !values.has("readers"));
  const owner = text("owner");
  const review = readReview(values.get("review"));
  return {
    ...(departments && departments.length > 0 ? { departments } : {}),
    ...(roles && roles.length > 0 ? { roles } : {}),
    ...(readers === "everyone" ? { readers } : {}),
    ...(isClear ? {} : { hasUnclearReaders: true }),
    ...(owner ? { owner } : {}),
    ...(review === undefined ? {} : { review }),
    ...(values.get("template") === true ? { template: true } : {}),
    ...(title ? { title } : {}),
    ...(kind ? { kind } : {}),
    ...(summary ? { summary } : {}),
    ...(category ? { category } : {}),
    ...(tags ? { tags } : {}),
    ...(Number.isSafeInteger(order) && order > 0 ? { order } : {}),
  };
}

/** `[one, two]`, `one, two` or `#one #two`. */
function tagsOf(value: unknown): string[] | undefined {
  const list = typeof value === "string" ? value.split(/,|\s(?=#)/) : value;
  if (!Array.isArray(list)) return undefined;
  return list
    .filter((tag) => typeof tag === "string" || typeof tag === "number")
    .map((tag) => String(tag).trim().replace(/^#/, ""))
    .filter(Boolean);
}

/** A list of names, or one; undefined for anything else. An absent or empty value limits nothing. */
function namesOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null || value === "") return [];
  const list = Array.isArray(value) ? value : [value];
  return list.every((name) => typeof name === "string" && name.trim() !== "")
    ? list.map((name: string) => name.trim())
    : undefined;
}

function readReview(value: unknown): number | "never" | undefined {
  return value === "never" ? value : reviewIntervals.find((days) => days === Number(value));
}
