import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FilePlace } from "../files/file-storage.ts";
import type { Measured } from "../files/measured-copy.ts";
import { type Receiving, receiveFile } from "../files/receive-file.ts";
import { type AddEntry, writeZip } from "../files/write-zip.ts";
import { shareLoop } from "../turns/share-loop.ts";
import {
  type ArchivedTable,
  type ArchiveManifest,
  type ArchiveProblem,
  archiveFilesName,
  archiveFormat,
  archiveManifestName,
  partPath,
} from "./manifest.ts";
import { newSeal, sealPart } from "./sealed-parts.ts";
import type { KeptInPart, Query, TableRule, TableRules } from "./table-rules.ts";
import { readLines, readShapes, type TableShape } from "./table-text.ts";

export interface ArchiveProgress {
  tables: number;
  tablesTotal: number;
  rows: number;
  files: number;
}

export interface ArchiveSource extends Receiving {
  /** Reads the database in one snapshot, with `readableValues`. */
  query: Query;
  rules: TableRules;
  /** The files that rows of the snapshot name. */
  places: () => AsyncIterable<ArchivedPlace>;
  /** Seals the tables of secrets. They are left out without it. */
  passphrase: string | undefined;
  atollVersion: string;
  madeAt: Date;
  /** Called at least with every few hundred rows, and with each file. An error ends the archive. */
  onProgress: (done: ArchiveProgress) => Promise<void>;
}

interface ArchivedPlace {
  place: FilePlace;
  sha256: string | undefined;
  mayBeMissing: boolean;
}

export interface WrittenArchive<Taken> {
  taken: Taken;
  manifest: ArchiveManifest;
  problems: ArchiveProblem[];
}

/** More are only counted in the manifest. */
const mostNamedProblems = 1_000;

/**
 * Writes everything into one zip file, as a stream: each table as lines of JSON, each file, and at last the manifest. See
 * docs/reference/archive-format.md. Only a few rows are in memory at once, and the directory of the zip file, which takes
 * about a kilobyte for each file.
 * @param take reads the zip file to its end.
 */
export async function writeArchive<Taken>(
  source: ArchiveSource,
  take: (output: Readable) => Promise<Taken>,
): Promise<WrittenArchive<Taken>> {
  let written: Omit<WrittenArchive<Taken>, "taken"> | undefined;
  const taken = await writeZip(
    source,
    async (add) => {
      written = await fill(source, add);
    },
    take,
  );
  if (!written) throw new Error("the archive ended before its manifest");
  return { taken, ...written };
}

async function fill(source: ArchiveSource, add: AddEntry): Promise<Omit<WrittenArchive<never>, "taken">> {
  const { query, rules, passphrase, onProgress } = source;
  const sealed = passphrase === undefined ? undefined : await newSeal(passphrase);
  const key = sealed?.key ?? null;
  const migrations = await query<ArchiveManifest["migrations"][number]>(
    "SELECT number, name FROM migrations ORDER BY number",
  );
  const parts = (await readShapes(query)).map((shape) => partOf(shape, rules[shape.name], key !== null));
  const archived = parts.filter((part) => part.leftOut === undefined);
  const progress: ArchiveProgress = { tables: 0, tablesTotal: archived.length, rows: 0, files: 0 };
  const tables: ArchivedTable[] = [];
  for (const part of archived) {
    tables.push(await addTable(part, { query, key, add, progress, onProgress }));
    progress.tables += 1;
    await onProgress(progress);
  }
  const { files, problems } = await addFiles(source, add, progress);
  const manifest: ArchiveManifest = {
    format: archiveFormat,
    madeAt: source.madeAt.toISOString(),
    atollVersion: source.atollVersion,
    migrations,
    seal: sealed?.seal ?? null,
    tables,
    leftOut: parts.flatMap(({ shape, leftOut }) =>
      leftOut === undefined ? [] : { table: shape.name, why: leftOut },
    ),
    keptInPart: archived.flatMap(({ shape, part, emptied }) =>
      part && (part.where !== undefined || emptied.length > 0)
        ? { table: shape.name, emptied: [...emptied], why: part.why }
        : [],
    ),
    sequences: await query<ArchiveManifest["sequences"][number]>(
      `SELECT sequencename AS name, last_value::text AS "lastValue" FROM pg_sequences
       WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename COLLATE "C"`,
    ),
    files,
  };
  await add(archiveManifestName, Readable.from([Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)]));
  return { manifest, problems };
}

interface TablePart {
  shape: TableShape;
  /** Why the archive has nothing of the table. */
  leftOut: string | undefined;
  isSealed: boolean;
  part: KeptInPart | undefined;
  emptied: readonly string[];
}

function partOf(shape: TableShape, rule: TableRule | undefined, hasSeal: boolean): TablePart {
  const whole = { shape, leftOut: undefined, isSealed: false, part: undefined, emptied: [] };
  if (rule === undefined)
    throw new Error(`no rule says what becomes of the table ${shape.name} in an archive`);
  if (rule === "kept") return whole;
  if ("leftOut" in rule) return { ...whole, leftOut: rule.leftOut };
  if ("sealed" in rule)
    return hasSeal
      ? { ...whole, isSealed: true, emptied: rule.emptied ?? [] }
      : { ...whole, leftOut: rule.sealed };
  const emptied = [...(rule.emptied ?? []), ...(hasSeal ? [] : (rule.emptiedUnsealed ?? []))];
  return { ...whole, part: rule, emptied };
}

interface TableWork extends Pick<ArchiveSource, "query" | "onProgress"> {
  key: Buffer | null;
  add: AddEntry;
  progress: ArchiveProgress;
}

async function addTable(
  { shape, isSealed, part, emptied }: TablePart,
  work: TableWork,
): Promise<ArchivedTable> {
  const { query, key, add, progress, onProgress } = work;
  const before = progress.rows;
  async function* lines() {
    const pause = shareLoop();
    for await (const batch of readLines(query, shape, part, emptied)) {
      progress.rows += batch.length;
      await onProgress(progress);
      yield Buffer.from(batch.map((line) => `${line}\n`).join(""));
      await pause();
    }
  }
  const file = partPath(shape.name, isSealed);
  const content = measuring(isSealed && key ? sealPart(key, file, lines()) : lines());
  await add(file, content.stream, isSealed);
  return {
    ...{ name: shape.name, file, columns: shape.columns, rows: progress.rows - before, isSealed },
    ...content.measured(),
  };
}

async function addFiles(
  source: ArchiveSource,
  add: AddEntry,
  progress: ArchiveProgress,
): Promise<{ files: ArchiveManifest["files"]; problems: ArchiveProblem[] }> {
  const list: Buffer[] = [];
  const problems: ArchiveProblem[] = [];
  let bytes = 0;
  for await (const stored of source.places()) {
    const path = `${stored.place.bucket}/${stored.place.key}`;
    const received = await receiveFile(source, stored.place, stored.sha256);
    if (typeof received === "string") {
      if (received === "changed" || !stored.mayBeMissing) problems.push({ path, problem: received });
      continue;
    }
    const { sizeBytes, sha256, open, discard } = received;
    try {
      await add(`files/${path}`, open(), true);
    } finally {
      await discard();
    }
    if (stored.sha256 !== undefined && sha256 !== stored.sha256) problems.push({ path, problem: "changed" });
    list.push(Buffer.from(`${JSON.stringify({ path, sizeBytes, sha256 })}\n`));
    bytes += sizeBytes;
    progress.files += 1;
    await source.onProgress(progress);
  }
  const listed = measuring(Readable.from(list));
  await add(archiveFilesName, listed.stream);
  const missing = problems.filter(({ problem }) => problem === "missing").length;
  const files = {
    ...{ count: progress.files, bytes, missing, changed: problems.length - missing },
    ...{ problems: problems.slice(0, mostNamedProblems), list: listed.measured() },
  };
  return { files, problems };
}

/** Measures a stream while it is read. */
export function measuring(content: AsyncIterable<Buffer>): { stream: Readable; measured: () => Measured } {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const stream = Readable.from(
    (async function* () {
      for await (const chunk of content) {
        hash.update(chunk);
        sizeBytes += chunk.length;
        yield chunk;
      }
    })(),
    { objectMode: false },
  );
  return { stream, measured: () => ({ sizeBytes, sha256: hash.digest("hex") }) };
}
