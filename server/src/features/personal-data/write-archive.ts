import { extname } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { escapeHtml } from "@atoll/contract/text/escape-html";
import { fileNameOf } from "@atoll/contract/text/file-name";
import { type RawBuilder, sql } from "kysely";
import { ZipFile } from "yazl";
import type { FilePlace, FileStorage, StagedFile } from "../../platform/files/file-storage.ts";
import type { ExportedTable } from "../../platform/kinds/personal-data.ts";
import { shareLoop } from "../../platform/turns/share-loop.ts";
import type { Database } from "../../tables.ts";

/** The content of an archive. */
export interface ArchiveContent {
  person: { id: string; name: string };
  /** Whether the person exports their own data. */
  isOwn: boolean;
  /** Whether direct messages, drafts and the like are part of it. */
  hasPrivate: boolean;
  tables: readonly ExportedTable[];
  /** The person's uploaded files, one after the other. */
  ownFiles: AsyncIterable<{ id: string; name: string; place: FilePlace }>;
  madeAt: Date;
}

interface ArchiveSources {
  /** A transaction that sees one state of all tables. */
  snapshot: Database;
  files: Pick<FileStorage, "stage" | "read">;
  maxBytes: number;
  signal: AbortSignal;
  /** Called at least with every few thousand rows. An error ends the archive. */
  onProgress(done: { tables: number; rows: number }): Promise<void>;
}

/** The version of the files in an archive, as docs/guides/personal-data.md describes them. */
const format = "atoll-person-1";
const rowsAtOnce = 200;
/** Browsers show this much in a moment. */
const rowsPerPage = 1_000;
const charactersPerPage = 2_000_000;

/**
 * Writes the data of one person as a zip file into the storage's folder for received files, row by row: a page to read and
 * a file of JSON lines for each table, and the person's files.
 * @throws {AppError} `file_too_large`, `storage_full`, and what `onProgress` throws.
 */
export async function writeArchive(content: ArchiveContent, sources: ArchiveSources): Promise<StagedFile> {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  zip.on("error", (error) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  const stopped = new AbortController();
  output.once("close", () => stopped.abort());
  const onAbort = () => output.destroy(new Error("the job was stopped"));
  sources.signal.addEventListener("abort", onAbort, { once: true });
  const add = async (path: string, stream: Readable, isPacked = false) => {
    zip.addReadStream(stream, path, { mtime: content.madeAt, compress: !isPacked });
    try {
      await finished(stream, { signal: stopped.signal });
    } finally {
      stream.destroy();
    }
  };
  let failure: unknown;
  const filled = fill(content, sources, add)
    .then(() => zip.end())
    .catch((error: unknown) => {
      failure = error;
      output.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  try {
    const staged = await sources.files.stage(output, { maxBytes: sources.maxBytes });
    await filled;
    return staged;
  } catch (error) {
    output.destroy();
    await filled;
    // Filling ends with the storage's failure, or the other way round: the first one says why.
    throw failure instanceof Error && failure.name !== "AbortError" ? failure : error;
  } finally {
    sources.signal.removeEventListener("abort", onAbort);
  }
}

type AddEntry = (path: string, stream: Readable, isPacked?: boolean) => Promise<void>;

interface WrittenTable {
  table: string;
  title: string;
  rows: number;
  pages: string[];
}

async function fill(content: ArchiveContent, sources: ArchiveSources, add: AddEntry): Promise<void> {
  const { snapshot, onProgress } = sources;
  const written: WrittenTable[] = [];
  let total = 0;
  for (const table of content.tables) {
    const rows = selectRows(table, content);
    if (rows) {
      let count = 0;
      const lines = async function* () {
        for await (const batch of readBatches(snapshot, rows)) {
          count += batch.length;
          await onProgress({ tables: written.length, rows: total + count });
          yield batch.map((line) => `${line}\n`).join("");
        }
      };
      await add(`data/${table.table}.jsonl`, Readable.from(lines()));
      const pages = count > 0 ? await addPages(table, readBatches(snapshot, rows), add) : [];
      total += count;
      written.push({ table: table.table, title: table.title, rows: count, pages });
      await onProgress({ tables: written.length, rows: total });
    }
  }
  const missing = content.hasPrivate ? await addFiles(content, sources, add) : [];
  const manifest = {
    format,
    madeAt: content.madeAt.toISOString(),
    person: content.person,
    isWithoutPrivate: !content.hasPrivate,
    tables: written.map(({ table, title, rows }) => ({ table, title, rows, file: `data/${table}.jsonl` })),
    missingFiles: missing,
  };
  await add("manifest.json", Readable.from([`${JSON.stringify(manifest, undefined, 2)}\n`]));
  await add("index.html", Readable.from([renderIndex(content, written)]));
}

/** SQL: the rows of a table that this export has, as JSON. Undefined if it has none of this table. */
function selectRows(
  { table, of, where, columns, more, isOpen, isOwn }: ExportedTable,
  { person, isOwn: isForOwner, hasPrivate }: ArchiveContent,
): RawBuilder<unknown> | undefined {
  if (isOwn && !isForOwner) return undefined;
  if (!hasPrivate && isOpen === undefined) return undefined;
  const conditions = [
    ...(of.length > 0
      ? [
          sql`(${sql.join(
            of.map((column) => sql`${sql.ref(`t.${column}`)} = ${person.id}`),
            sql` OR `,
          )})`,
        ]
      : []),
    ...(where ? [where(person.id, isForOwner)] : []),
    ...(!hasPrivate && isOpen && isOpen !== true ? [isOpen] : []),
  ];
  const values = [
    ...columns.map((column) => sql.ref(`t.${column}`)),
    ...Object.entries(more?.(person.id, isForOwner) ?? {}).map(
      ([name, value]) => sql`${value} AS ${sql.ref(name)}`,
    ),
  ];
  return sql`SELECT row_to_json(r)::text AS line FROM (SELECT ${sql.join(values)} FROM ${sql.table(table)} t
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY 1) r`;
}

/** Reads rows through a cursor, so that no more than a few are in memory. */
async function* readBatches(snapshot: Database, rows: RawBuilder<unknown>): AsyncGenerator<string[]> {
  const pause = shareLoop();
  await sql`DECLARE person_rows NO SCROLL CURSOR FOR ${rows}`.execute(snapshot);
  for (;;) {
    const batch = await sql<{ line: string }>`FETCH ${sql.lit(rowsAtOnce)} FROM person_rows`.execute(
      snapshot,
    );
    if (batch.rows.length > 0) yield batch.rows.map(({ line }) => line);
    if (batch.rows.length < rowsAtOnce) break;
    await pause();
  }
  await sql`CLOSE person_rows`.execute(snapshot);
}

/** Adds the pages to read of a table. @returns their paths. */
async function addPages(
  { table, title, columns, more }: ExportedTable,
  batches: AsyncGenerator<string[]>,
  add: AddEntry,
): Promise<string[]> {
  const names = [...columns, ...Object.keys(more?.("", true) ?? {})];
  const pages: string[] = [];
  const pause = shareLoop();
  let rest: string[] = [];
  let isOver = false;
  const page = async function* (number: number) {
    yield pageStart(number > 1 ? `${title}, page ${number}` : title);
    yield '<p><a href="../index.html">All data</a></p>\n';
    yield tableStart(names);
    for (let [rows, characters] = [0, 0]; rows < rowsPerPage && characters < charactersPerPage; rows += 1) {
      if (rest.length === 0) {
        const next = await batches.next();
        if (next.done) {
          isOver = true;
          break;
        }
        rest = next.value;
      }
      const line = rest.shift() ?? "{}";
      const row = JSON.parse(line) as Record<string, JsonValue>;
      characters += line.length;
      yield tableRow(names.map((name) => row[name] ?? null));
      await pause();
    }
    yield tableEnd + pageEnd;
  };
  while (!isOver) {
    const path = `pages/${table}${pages.length > 0 ? `-${pages.length + 1}` : ""}.html`;
    await add(path, Readable.from(page(pages.length + 1)));
    pages.push(path);
  }
  return pages;
}

/** Adds the person's files. @returns those that are not in storage. */
async function addFiles(
  { ownFiles }: ArchiveContent,
  { files }: ArchiveSources,
  add: AddEntry,
): Promise<string[]> {
  const missing: string[] = [];
  for await (const { id, name, place } of ownFiles) {
    const found = await files.read(place);
    const ending = /^\.[a-z0-9]{1,10}$/i.exec(extname(name))?.[0] ?? "";
    const path = `files/${id}/${fileNameOf(ending ? name.slice(0, -ending.length) : name, "File")}${ending}`;
    if (found) await add(path, found.content, true);
    else missing.push(path);
  }
  return missing;
}

function renderIndex(
  { person, madeAt, hasPrivate }: ArchiveContent,
  written: readonly WrittenTable[],
): string {
  const lines = written.map(({ table, title, rows, pages }) => {
    const links = pages.map((path, index) => `<a href="${path}">${index === 0 ? "read" : index + 1}</a>`);
    return `<tr><td>${escapeHtml(title)}</td><td>${rows}</td><td>${links.join(" ")}</td><td><a href="data/${table}.jsonl">data/${table}.jsonl</a></td></tr>\n`;
  });
  return [
    pageStart(`Personal data of ${person.name}`),
    `<p>Exported on ${madeAt.toISOString().slice(0, 16).replace("T", " at ")} (UTC).</p>\n`,
    hasPrivate
      ? "<p>Uploaded files are in the folder <code>files</code>, by their IDs.</p>\n"
      : "<p>Direct messages, messages in private channels, drafts, files and other private data are not part of this export: the person can export them themselves.</p>\n",
    tableStart(["what", "entries", "pages", "for_programs"]),
    ...lines,
    tableEnd,
    pageEnd,
  ].join("");
}

/** A value of a row in JSON. */
type JsonValue = string | number | boolean | null | readonly JsonValue[] | { [name: string]: JsonValue };

const style = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1100px; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #8886; padding: 4px 8px; text-align: left; vertical-align: top; overflow-wrap: anywhere; white-space: pre-wrap; }
th { white-space: nowrap; }
.wide { overflow-x: auto; }`;

/** Renders the beginning of a page, without any script. */
const pageStart = (title: string): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>${escapeHtml(title)}</title>\n<style>${style}\n</style>\n</head>\n<body>\n<h1>${escapeHtml(title)}</h1>\n`;

const pageEnd = "</body>\n</html>\n";

/** Renders the head of a table with these columns. */
const tableStart = (columns: readonly string[]): string =>
  `<div class="wide">\n<table>\n<thead><tr>${columns.map((name) => `<th scope="col">${escapeHtml(labelOf(name))}</th>`).join("")}</tr></thead>\n<tbody>\n`;

const tableEnd = "</tbody>\n</table>\n</div>\n";

/** Renders the row of a table. */
const tableRow = (values: readonly JsonValue[]): string =>
  `<tr>${values.map((value) => `<td>${escapeHtml(wordsOf(value))}</td>`).join("")}</tr>\n`;

/** The name of a column in words: "Created at". */
function labelOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function wordsOf(value: JsonValue): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
