import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { archiveRules } from "./features/personal-data/company/table-rules.ts";
import { reindexOn } from "./features/search/reindex.ts";
import { command, readPassphrase, say } from "./operate.ts";
import { restoringFolder } from "./platform/backup/file-list.ts";
import { isHalfPlaced, putInPlace } from "./platform/backup/put-in-place.ts";
import { type Config, readConfig } from "./platform/configuration/config.ts";
import { openStorage } from "./platform/files/open-storage.ts";
import { createLog } from "./platform/log/log.ts";
import { StartError } from "./platform/log/start-error.ts";
import { contentOf, verifyArchive } from "./platform/portable/load-archive.ts";
import type { ArchiveManifest } from "./platform/portable/manifest.ts";
import { openArchive } from "./platform/portable/open-archive.ts";

const sayEvery = 50;
/** Rows take about twice their size in JSON, with their indexes and the log of the database. */
const growth = 2;

// Puts an archive of everything into an empty Atoll, for the next start: all of it, or nothing.
await command(async () => {
  const { path, passphrase, isCheck } = await readArguments();
  const config = readConfig(process.env);
  const archive = await openArchive(path, passphrase);
  try {
    const { manifest } = archive;
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const content = `${rows} rows and ${manifest.files.count} files`;
    if (!isCheck) await refuseLackOfRoom(manifest, config);
    say(`The archive of ${manifest.madeAt}, by Atoll ${manifest.atollVersion}, has ${content}.`);
    const problemCount = sayProblems(manifest);
    const hashes = await verifyArchive(archive, everyFew("Reading", manifest));
    const reminder =
      problemCount > 0 ? ` ${problemCount} files were missing or changed before: see above.` : "";
    if (isCheck) return say(`It is whole. Nothing was changed.${reminder}`);
    if (isUnfinished(config)) say("An earlier import or restore was cut short here. This one starts again.");
    const { databaseUrl, dataFolder, filesFolder } = config;
    const log = createLog(config.logLevel);
    const remote = config.s3 && (await openStorage(config, log));
    const loading = {
      rules: archiveRules,
      onTable: everyFew("Importing", manifest),
      rebuild: (client: Parameters<typeof reindexOn>[0]) =>
        reindexOn(client, ({ kind, count }) => say(`Search: ${count} × ${kind}`)),
    };
    await putInPlace(contentOf(archive, hashes, loading), {
      ...{ databaseUrl, dataFolder, filesFolder, remote, log, now: new Date() },
      // The remains of an interrupted import make way. Anything else is refused.
      mayReplace: isHalfPlaced(dataFolder) || isHalfPlaced(filesFolder),
    });
    say(`${content} are imported. Every table and every file is the same as in the archive.${reminder}`);
    for (const { table, why } of manifest.leftOut) say(`  without ${table}: ${why}`);
    say("Everyone signs in again, with the same password. Start the server: npm start");
  } finally {
    archive.close();
  }
});

/** Names the files that the export did not find, or not as they were uploaded. @returns how many they are. */
function sayProblems({ files: { missing, changed, problems } }: ArchiveManifest): number {
  if (missing + changed === 0) return 0;
  say(`WARNING When the archive was made, files were missing (${missing}) or changed (${changed}):`);
  for (const { path, problem } of problems) say(`  ${JSON.stringify(path)}: ${problem}`);
  say("To have them, put them back from a backup into the old Atoll, and export again.");
  return missing + changed;
}

function everyFew(verb: string, { tables }: ArchiveManifest): (name: string) => void {
  let done = 0;
  return (name) => {
    if (done % sayEvery === 0) say(`${verb} ${name}, table ${done + 1} of ${tables.length} ...`);
    done += 1;
  };
}

function isUnfinished({ dataFolder, filesFolder }: Config): boolean {
  const folders = [dataFolder, filesFolder];
  return folders.some((folder) => isHalfPlaced(folder) || existsSync(join(folder, restoringFolder)));
}

/** @throws {StartError} for an archive that is larger than the disks. */
async function refuseLackOfRoom(manifest: ArchiveManifest, config: Config): Promise<void> {
  const rows = manifest.tables.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) * growth;
  const needs = new Map<string, number>();
  const add = (folder: string, bytes: number) => needs.set(folder, (needs.get(folder) ?? 0) + bytes);
  if (!config.databaseUrl) add(existing(config.dataFolder), rows);
  if (!config.s3) add(existing(config.filesFolder), manifest.files.bytes);
  for (const [folder, bytes] of needs) {
    const { bavail, bsize } = await statfs(folder);
    if (bytes > bavail * bsize)
      throw new StartError(
        `The archive needs ${inGigabytes(bytes)} below ${folder}, where ${inGigabytes(bavail * bsize)} are free.`,
        "Name folders on a larger disk with ATOLL_DATA_DIR and ATOLL_FILES_FOLDER. Nothing was changed.",
      );
  }
}

/** The folder itself, or the lowest one above it that exists. */
function existing(folder: string): string {
  const path = resolve(folder);
  return existsSync(path) ? path : existing(dirname(path));
}

function inGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

async function readArguments(): Promise<{ path: string; passphrase: string | undefined; isCheck: boolean }> {
  const usage = "Use: npm run import-everything -- <archive> [--passphrase-file <file>] [--check]";
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { "passphrase-file": { type: "string" }, check: { type: "boolean", default: false } },
    });
    const [path] = positionals;
    if (!path || positionals.length > 1) throw new Error("Name the archive to import.");
    return { path, passphrase: await readPassphrase(values["passphrase-file"]), isCheck: values.check };
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(cause instanceof Error ? cause.message : String(cause), usage, { cause });
  }
}
