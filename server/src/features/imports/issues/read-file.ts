import { Readable } from "node:stream";
import { type ImportSource, importSourceNames } from "@atoll/contract/imports/schemas";
import { parse } from "csv-parse";
import type { Archive } from "../archive/open-archive.ts";

/** A file of an export, and where to say what is wrong with it. */
export interface IssueFile {
  archive: Archive;
  path: string;
  text(): AsyncGenerator<string>;
  problem(kind: string, detail: string, count?: number): void;
  /** Says that the file is an export of another product. */
  isOf(other: ImportSource): void;
}

/**
 * Returns UTF-8 or UTF-16, or the encoding of old spreadsheets, which any bytes fit. A text of another language in UTF-8
 * stays so despite a damaged place.
 */
export async function encodingOf(archive: Archive, path: string): Promise<{ encoding: string; bad: number }> {
  const content = await archive.read(path);
  const decoder = new TextDecoder("utf-8");
  let [isFirst, good, bad] = [true, 0, 0];
  for await (const chunk of content ?? []) {
    const bytes = Buffer.from(chunk);
    if (isFirst) {
      const head = bytes.subarray(0, 2).toString("hex");
      if (head === "fffe") return { encoding: "utf-16le", bad: 0 };
      if (head === "feff") return { encoding: "utf-16be", bad: 0 };
    }
    isFirst = false;
    // The sign for what cannot be read may have been written as such.
    const written = bytes.toString("latin1").split("\xef\xbf\xbd").length - 1;
    [good, bad] = [good + written, bad - written];
    for (const [sign] of decoder.decode(bytes, { stream: true }).matchAll(/[^\0-\x7f]/gu))
      if (sign === "\ufffd") bad += 1;
      else good += 1;
  }
  return { encoding: bad > good ? "windows-1252" : "utf-8", bad };
}

export async function* textOf(archive: Archive, path: string, encoding: string): AsyncGenerator<string> {
  const content = await archive.read(path);
  const decoder = new TextDecoder(encoding);
  for await (const chunk of content ?? [])
    yield decoder.decode(Buffer.from(chunk), { stream: true }).replaceAll("\0", "");
  yield decoder.decode();
}

const delimiters = [",", ";", "\t"] as const;
/** More than any issue of a file that people export. */
const [maxColumns, maxRecordBytes] = [10_000, 16 * 1024 * 1024];

/** Reads the rows of a CSV file one by one. One that cannot be read is passed over, and counted by `onProblem`. */
async function* rowsOf(
  text: AsyncIterable<string>,
  onProblem: (detail: string) => void,
): AsyncGenerator<string[]> {
  const { head, whole } = await beginningOf(text, (head) => head.includes("\n"));
  const first = (/[^\n]*/.exec(head)?.[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const count = (sign: string) => first.split(sign).length;
  // The first row decides about the delimiter.
  const delimiter = delimiters.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
  const parser = parse({
    ...{ delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
    ...{ skip_records_with_error: true, max_record_size: maxRecordBytes },
    on_skip(error) {
      onProblem(`line ${error?.lines ?? "?"}`);
      return undefined;
    },
  });
  const input = Readable.from(whole);
  input.on("error", (error) => parser.destroy(error));
  for await (const row of input.pipe(parser)) yield row as string[];
}

/** Returns the beginning of a text, as far as it is needed, and the whole of it without the mark of its encoding. */
export async function beginningOf(text: AsyncIterable<string>, isEnough: (head: string) => boolean) {
  const source = text[Symbol.asyncIterator]();
  let head = "";
  while (head.length < 1_000_000 && !isEnough(head)) {
    const next = await source.next();
    if (next.done) break;
    head += next.value;
  }
  head = head.replace(/^\uFEFF/, "");
  async function* whole() {
    yield head;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  return { head, whole: whole() };
}

/** Where the columns of a field are: it is repeated where an issue has several values. */
export type Columns = ReadonlyMap<string, readonly number[]>;

function columnsOf(heading: readonly string[]): Columns {
  const columns = new Map<string, number[]>();
  for (const [index, name] of heading.slice(0, maxColumns).entries()) {
    const folded = name.trim().toLowerCase();
    columns.set(folded, [...(columns.get(folded) ?? []), index]);
  }
  return columns;
}

/** Tells each product by its columns. */
const headings: readonly (readonly [ImportSource, (has: (...names: string[]) => boolean) => boolean])[] = [
  ["jira", (has) => has("summary") && (has("issue key") || has("issue id") || has("status"))],
  ["linear", (has) => has("id", "team", "title", "status")],
  ["asana", (has) => has("task id", "name") && (has("last modified") || has("completed at"))],
  ["plane", (has) => has("name", "state name", "identifier") || has("id", "project", "name", "state")],
  ["github", (has) => has("title") && (has("url") || has("number", "state"))],
];

/** Some programs write a few lines of their own before the heading. */
const linesBeforeHeading = 10;

/** Reads the rows of a CSV file of a product. */
export async function* tableOf(
  file: IssueFile,
  source: ImportSource,
): AsyncGenerator<{ row: readonly string[]; columns: Columns }> {
  let columns: Columns | undefined;
  let lines = 0;
  for await (const row of rowsOf(file.text(), (detail) => file.problem("record_unreadable", detail))) {
    if (columns) {
      yield { row, columns };
      continue;
    }
    const heading = columnsOf(row);
    const has = (...names: string[]) => names.every((name) => heading.has(name));
    const fitting = headings.flatMap(([product, fits]) => (fits(has) ? product : []));
    // Fields that people add can have the names of another product's columns.
    const product = fitting.includes(source) ? source : fitting[0];
    if (product === source) columns = heading;
    lines += 1;
    if (product !== undefined && product !== source) return file.isOf(product);
    if (!columns && lines >= linesBeforeHeading) break;
  }
  if (!columns)
    file.problem("file_unreadable", `it has no columns of ${importSourceNames[source]} in English`);
}

/** Reads the cells of a row by the names of their columns, and which ones nothing has read. */
export function cellsOf(row: readonly string[], columns: Columns) {
  const read = new Set<string>([""]);
  const all = (...names: string[]): string[] =>
    names.flatMap((name) => {
      read.add(name);
      return (columns.get(name) ?? []).flatMap((index) => row[index]?.trim() || []);
    });
  return {
    all,
    one: (...names: string[]): string => all(...names)[0] ?? "",
    /** The columns with values that were not read so far, with these. */
    rest: (): (readonly [name: string, values: string[]])[] =>
      [...columns.keys()]
        .filter((name) => !read.has(name))
        .map((name) => [name, all(name)] as const)
        .filter(([, values]) => values.length > 0),
  };
}
export type Cells = ReturnType<typeof cellsOf>;

/** Products write a quotation mark before what a spreadsheet would take for a formula. */
export const unguarded = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, "");

export const capital = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1);
