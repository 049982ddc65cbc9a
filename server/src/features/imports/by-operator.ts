import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { importPartBytes } from "@atoll/contract/imports/limits";
import type { ImportSource, ImportWork } from "@atoll/contract/imports/schemas";
import { canRunImports } from "@atoll/contract/permissions";
import { isUuid } from "@atoll/contract/uuid";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { ZipFile } from "yazl";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import { hashSent } from "../../platform/create-once.ts";
import { rejectViolation } from "../../platform/database/reject-violation.ts";
import { transact } from "../../platform/database/transact.ts";
import { StartError } from "../../platform/log/start-error.ts";
import { repeat } from "../../platform/turns/repeat.ts";
import type { Database } from "../../tables.ts";
import { holdAbsent } from "../identity/public.ts";
import { importBucket } from "./archive/open-archive.ts";
import type { ImportRow, Runner } from "./engine/import-row.ts";
import type { WorkDeps } from "./engine/run-batch.ts";
import { workToEnd } from "./engine/work-import.ts";
import { type ShownImport, selectImports } from "./present.ts";
import { selectLines, writeReport } from "./queries.ts";
import { applyWork } from "./set-work.ts";

// Imports by the operator of the server, in the name of a person who may run imports: the same engine, plan and report.

export type OperatorDeps = Pick<WorkDeps, "db" | "files" | "log" | "turnMs">;

/** Returns the person with this address, held until the transaction ends. */
async function holdPerson(tx: Database, email: string): Promise<Runner & { address: string }> {
  const account = await tx
    .selectFrom("accounts")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  const person = account && (await holdAbsent(tx, account.id));
  if (!person || !canRunImports(person))
    throw new StartError(
      `${email} has no account that may run imports.`,
      "Name the address of an administrator with --as <email>.",
    );
  return { ...person, address: "" };
}

/**
 * Uploads a file or a folder from the disk of the server, reads it, and makes the plan. One that was cut off goes on.
 * @throws {StartError} for a file that is not there or is empty, or a person who may not run imports.
 */
export async function planByOperator(
  deps: OperatorDeps,
  { path, source, email }: { path: string; source: ImportSource; email: string },
  signal: AbortSignal,
): Promise<ImportRow> {
  const { db } = deps;
  const there = await stat(path).catch((cause: unknown) => {
    throw new StartError(`${path} cannot be read.`, "Name a file with --file <path>.", { cause });
  });
  const folder = there.isDirectory() ? await listFolder(path) : undefined;
  const size = folder?.bytes ?? there.size;
  if (size === 0) throw new StartError(`${path} is empty.`, "Export it again.");
  const id = uuidv7();
  const name = basename(path).slice(0, 200);
  const cutOff = await transact(db, async (tx) => {
    const person = await holdPerson(tx, email);
    // The size of a folder, which the hash has, is not that of the zip file it becomes.
    const row = { source, created_by: person.id, sent_hash: hashSent(source, name, size) };
    const stopped = await tx
      .selectFrom("imports")
      .select("id")
      .where((of) => of.and(row))
      .where("state", "in", ["reading", "trying"])
      .orderBy("id", "desc")
      .executeTakeFirst();
    if (stopped) return stopped;
    await tx
      .insertInto("imports")
      .values({ ...row, id, name, size_bytes: size })
      .execute();
    await recordAct(tx, {
      ...{ action: "import.started", actor: person, address: "", after: { source, sizeBytes: size } },
      subject: { type: "import", id, name },
    });
    return undefined;
  });
  if (cutOff) return workToEnd(deps, cutOff.id, signal);
  let received = 0;
  const content = folder
    ? inParts(zipFolder(folder.files))
    : createReadStream(path, { highWaterMark: importPartBytes, signal });
  for await (const chunk of content) {
    signal.throwIfAborted();
    await storePart(deps, id, received, chunk);
    received += chunk.length;
  }
  await db
    .updateTable("imports")
    .set(
      folder || received === size
        ? { state: "reading", received_bytes: received, size_bytes: received }
        : { state: "failed", failure: "The file changed while it was read." },
    )
    .where("id", "=", id)
    .execute();
  return workToEnd(deps, id, signal);
}

interface FolderFile {
  place: string;
  path: string;
}

const maxFolderFiles = 300_000;

/** The files of a folder, without links, which can lead out of it. */
async function listFolder(root: string): Promise<{ files: FolderFile[]; bytes: number }> {
  const files: FolderFile[] = [];
  let bytes = 0;
  const top = resolve(root);
  for (const entry of await readdir(top, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const place = join(entry.parentPath, entry.name);
    bytes += (await stat(place)).size;
    files.push({ place, path: relative(top, place).split(sep).join("/") });
    if (files.length > maxFolderFiles)
      throw new StartError(
        `${root} has more than ${maxFolderFiles.toLocaleString("en")} files.`,
        "Split it.",
      );
  }
  return { files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)), bytes };
}

/** Packs the files of a folder, one after the other. */
function zipFolder(files: readonly FolderFile[]): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  for (const { place, path } of files) zip.addFile(place, path, { compress: false, mtime: new Date(0) });
  zip.end();
  return Readable.from(zip.outputStream);
}

async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    let rest = Buffer.from(chunk);
    while (length + rest.length >= importPartBytes) {
      const room = importPartBytes - length;
      yield Buffer.concat([...chunks, rest.subarray(0, room)]);
      [chunks, length, rest] = [[], 0, rest.subarray(room)];
    }
    chunks.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(chunks);
}

async function storePart({ db, files }: OperatorDeps, importId: string, start: number, bytes: Buffer) {
  const key = `${importId}/${start}-${randomBytes(6).toString("hex")}`;
  // Known before it is stored: a killed command leaves nothing that the server does not sweep up.
  await db.insertInto("import_part_files").values({ key }).execute();
  const staged = await files.stage([bytes], { maxBytes: importPartBytes });
  try {
    await staged.keepAs({ bucket: importBucket, key });
  } finally {
    await staged.discard();
  }
  await db
    .insertInto("import_parts")
    .values({ import_id: importId, start, size_bytes: bytes.length, key })
    .execute();
}

/**
 * Does a dry run, the run or the undo of an import to its end, and tells its progress. One that was cut off goes on.
 * @throws {AppError} as the routes; {StartError} for a person who may not run imports.
 */
export async function workByOperator(
  deps: OperatorDeps,
  { importId, work, email }: { importId: string; work: ImportWork; email: string },
  { signal, onProgress }: { signal: AbortSignal; onProgress: (row: ImportRow) => void },
): Promise<ImportRow> {
  await rejectViolation(
    transact(deps.db, async (tx) => {
      const person = await holdPerson(tx, email);
      const { state } = await findImport(tx, importId);
      await applyWork(tx, person, importId, state === "paused" && work !== "undo" ? "resume" : work);
    }),
    { imports_one_at_a_time: "import_running" },
  );
  const progress = repeat({
    everyMs: 1_000,
    run: async () => onProgress(await findImport(deps.db, importId)),
    onError: () => undefined,
  });
  try {
    return await workToEnd(deps, importId, signal);
  } finally {
    await progress.stop();
  }
}

async function findImport(db: Database, importId: string): Promise<ShownImport> {
  const row = isUuid(importId)
    ? await selectImports(db).where("i.id", "=", importId).executeTakeFirst()
    : undefined;
  if (!row) throw new AppError("import_not_found");
  return row;
}

/** Returns the report of an import as CSV, with all names: the operator has the file. */
export async function reportByOperator(db: Database, importId: string): Promise<string> {
  return writeReport(db, await findImport(db, importId), true);
}

/** Returns the first lines of the report, and the people who are proposed or not matched. */
export async function summaryByOperator(db: Database, importId: string) {
  const lines = await selectLines(db, importId, undefined, 200).execute();
  const { rows } = await sql<{ matched_by: string; count: number }>`SELECT matched_by, count(*) AS count
    FROM import_people WHERE import_id = ${importId} GROUP BY matched_by`.execute(db);
  return { lines, people: Object.fromEntries(rows.map(({ matched_by, count }) => [matched_by, count])) };
}
