import { Readable } from "node:stream";
import { escapeHtml } from "@atoll/contract/text/escape-html";
import { type RawBuilder, sql } from "kysely";
import type { FilePlace, FileStorage, StagedFile } from "../../platform/files/file-storage.ts";
import { receiveFile } from "../../platform/files/receive-file.ts";
import { type AddEntry, writeZip } from "../../platform/files/write-zip.ts";
import type { ExportedTable } from "../../platform/kinds/personal-data.ts";
import { pageEnd, pageStart } from "../../platform/portable/archive-pages.ts";
import { filePathOf } from "../../platform/portable/thing-archive.ts";
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
export function writeArchive(content: ArchiveContent, sources: ArchiveSources): Promise<StagedFile> {
  return writeZip(
    { madeAt: content.madeAt, signal: sources.signal },
    (add) => fill(content, sources, add),
    (output) => sources.files.stage(output, { maxBytes: sources.maxBytes }),
  );
}

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

/** Adds the person's files. @returns those that are not in storage, or not as they were uploaded. */
async function addFiles(
  { ownFiles }: ArchiveContent,
  { files, signal, maxBytes }: ArchiveSources,
  add: AddEntry,
): Promise<string[]> {
  const missing: string[] = [];
  for await (const { id, name, place } of ownFiles) {
    const receive = (content: Readable) => files.stage(content, { maxBytes });
    const received = await receiveFile({ files, receive, signal }, place, undefined);
    const path = filePathOf({ id, original_name: name });
    if (typeof received === "string") {
      missing.push(path);
      continue;
    }
    try {
      await add(path, received.open(), true);
    } finally {
      await received.discard();
    }
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
