import { createHash } from "node:crypto";
import type pg from "pg";
import type { PlacedContent } from "../backup/put-in-place.ts";
import { knownMigrations } from "../database/migrate.ts";
import { measureContent } from "../files/measured-copy.ts";
import { linesOf } from "../files/split-lines.ts";
import { StartError } from "../log/start-error.ts";
import type { ArchivedTable, ArchiveManifest } from "./manifest.ts";
import { type Archive, damaged } from "./open-archive.ts";
import type { Query, TableRules } from "./table-rules.ts";
import {
  type ColumnShape,
  hasColumns,
  insertLines,
  readableValues,
  readLines,
  readShapes,
  type TableShape,
} from "./table-text.ts";

/** Longer rows are none of Atoll's. */
const maxLineBytes = 256 * 1024 ** 2;
const charactersAtOnce = 1_000_000;

/** The SHA-256 of the lines of each table, by its name. */
export type LineHashes = ReadonlyMap<string, string>;

/**
 * Reads a whole archive: every hash, every row and its columns.
 * @returns the hashes of the lines, also of sealed tables, for the comparison after the import.
 * @throws {StartError} naming the first part that differs from the manifest.
 */
export async function verifyArchive(archive: Archive, onTable: (name: string) => void): Promise<LineHashes> {
  await refuseNewer(archive.manifest);
  const hashes = new Map<string, string>();
  for (const table of archive.manifest.tables) {
    onTable(table.name);
    hashes.set(table.name, await verifyTable(archive, table));
  }
  const { list, count, bytes } = archive.manifest.files;
  const paths = new Set<string>();
  let foundBytes = 0;
  for await (const { path, sizeBytes, sha256, open } of archive.files()) {
    const found = await open()
      .then(measureContent)
      .catch((cause: unknown) => {
        throw damaged(`files/${path}`, { cause });
      });
    const isSame = found.sha256 === sha256 && found.sizeBytes === sizeBytes;
    if (!isSame || paths.has(path)) throw damaged(`files/${path}`);
    paths.add(path);
    foundBytes += sizeBytes;
  }
  const found = await measureContent(await archive.readList());
  if (paths.size !== count || foundBytes !== bytes || found.sha256 !== list.sha256)
    throw damaged("The list of files");
  return hashes;
}

async function refuseNewer({ migrations, atollVersion }: ArchiveManifest): Promise<void> {
  const known = new Set(await knownMigrations());
  const unknown = migrations.find(({ number }) => !known.has(number));
  if (unknown === undefined) return;
  throw new StartError(
    `The archive is of a newer Atoll (${atollVersion}, with ${unknown.name}) than this one.`,
    `Install Atoll ${atollVersion} or newer, and import it there. Nothing was changed.`,
  );
}

async function verifyTable(archive: Archive, table: ArchivedTable): Promise<string> {
  const { file, sha256, rows } = table;
  const names = new Set(table.columns.map(({ name }) => name));
  const [stored, plain] = [createHash("sha256"), createHash("sha256")];
  let count = 0;
  try {
    const content = archive.unseal(table, hashing(await archive.readStored(table), stored));
    for await (const lines of linesOf(content, maxLineBytes)) {
      for (const line of lines) {
        if (!hasColumns(line, names)) throw otherColumns(table, count + 1);
        plain.update(line).update("\n");
        count += 1;
      }
    }
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw damaged(file, { cause });
  }
  if (count !== rows || stored.digest("hex") !== sha256) throw damaged(file);
  return plain.digest("hex");
}

function hashing(content: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncIterable<Buffer> {
  return (async function* () {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  })();
}

function otherColumns({ file }: ArchivedTable, line: number): StartError {
  return new StartError(
    `Row ${line} of ${file} has other columns than the manifest says.`,
    "Nothing was changed. Use an archive as npm run export has written it.",
  );
}

interface Loading {
  rules: TableRules;
  /** Makes what archives leave out because it is computed. */
  rebuild: (client: pg.Client) => Promise<void>;
  onTable: (name: string) => void;
}

/** Returns the content of a verified archive. At the end of its import, the database is compared with the archive. */
export function contentOf(archive: Archive, hashes: LineHashes, loading: Loading): PlacedContent {
  const { manifest } = archive;
  return {
    migrations: manifest.migrations,
    tables: manifest.tables,
    sequences: manifest.sequences,
    files: archive.files,
    check: (client) => assertSchema(queryOf(client), manifest, loading.rules),
    async load(client) {
      await client.query(readableValues);
      for (const table of manifest.tables) {
        loading.onTable(table.name);
        await loadTable(client, archive, table);
      }
    },
    async finish(client) {
      const shapes = new Map((await readShapes(queryOf(client))).map((shape) => [shape.name, shape]));
      for (const table of manifest.tables)
        if ((await hashOfRows(queryOf(client), shapes.get(table.name), table)) !== hashes.get(table.name))
          throw new StartError(
            `The table ${table.name} is not the same after the import as in ${table.file}.`,
            "Nothing was changed. Use another archive.",
          );
      await loading.rebuild(client);
    },
  };
}

const queryOf =
  (client: pg.Client): Query =>
  async <Row extends object>(statement: string) =>
    (await client.query<Row>(statement)).rows;

/** An import makes it: no archive of any version may fill it. */
const migrationsTable = "migrations";

/**
 * @throws {StartError} unless the archive accounts for each table and column of its version of Atoll, and has no table that
 * archives leave out.
 */
async function assertSchema(query: Query, manifest: ArchiveManifest, rules: TableRules): Promise<void> {
  const named = new Map(manifest.tables.map((table) => [table.name, table]));
  const leftOut = new Set(manifest.leftOut.map(({ table }) => table));
  // Older versions had other rules.
  const isOlder = manifest.migrations.length < (await knownMigrations()).length;
  for (const { name, columns } of await readShapes(query)) {
    const table = named.get(name);
    named.delete(name);
    if (table) {
      if (name === migrationsTable || (!isOlder && isLeftOut(rules, name)))
        throw new StartError(
          `The archive has a table that no archive has: ${name}.`,
          "Nothing was changed. Use an archive as npm run export has written it.",
        );
      const [given, known] = [table.columns.map(inWords), columns.map(inWords)];
      const other =
        given.find((column, index) => !known.includes(column) || given.indexOf(column) !== index) ??
        known.find((column) => !given.includes(column));
      if (other !== undefined)
        throw new StartError(
          `The column ${other} of ${name} is only in the archive, or only in its version of Atoll.`,
          "Nothing was changed. Use an archive as npm run export has written it.",
        );
    } else if (!leftOut.has(name) || (!isOlder && isNeeded(rules, name))) throw damaged(`The table ${name}`);
  }
  const [unknown] = named.keys();
  if (unknown !== undefined)
    throw new StartError(
      `The archive has a table that its version of Atoll does not have: ${unknown}.`,
      "Nothing was changed. Use an archive as npm run export has written it.",
    );
}

const inWords = ({ name, type }: ColumnShape): string => `${name} ${type}`;

function isLeftOut(rules: TableRules, name: string): boolean {
  const rule = rules[name];
  return rule !== undefined && rule !== "kept" && "leftOut" in rule;
}

function isNeeded(rules: TableRules, name: string): boolean {
  const rule = rules[name];
  return rule !== undefined && (rule === "kept" || !("leftOut" in rule || "sealed" in rule));
}

async function loadTable(client: pg.Client, archive: Archive, table: ArchivedTable): Promise<void> {
  const insert = insertLines(table);
  let batch: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (batch.length > 0) await client.query(insert, [`[${batch.join(",")}]`]);
    batch = [];
    characters = 0;
  };
  try {
    const content = archive.unseal(table, await archive.readStored(table));
    for await (const lines of linesOf(content, maxLineBytes)) {
      for (const line of lines) {
        batch.push(line);
        characters += line.length;
        if (characters > charactersAtOnce) await flush();
      }
    }
    await flush();
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `PostgreSQL does not accept ${table.file}: ${reason}`,
      "Nothing was changed. Use another archive.",
      { cause },
    );
  }
}

/** Hashes the rows of a table as an archive has them. */
async function hashOfRows(
  query: Query,
  shape: TableShape | undefined,
  { columns }: ArchivedTable,
): Promise<string> {
  const hash = createHash("sha256");
  if (shape)
    for await (const lines of readLines(query, { ...shape, columns }))
      for (const line of lines) hash.update(line).update("\n");
  return hash.digest("hex");
}
