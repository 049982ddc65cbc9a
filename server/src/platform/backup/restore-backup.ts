import { createReadStream, existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lockDataFolder } from "../data-folder.ts";
import { layoutOf } from "../database/embedded/layout.ts";
import { startEmbeddedPostgres } from "../database/embedded/start-embedded-postgres.ts";
import { StartError } from "../start-error.ts";
import type { StartLog } from "../start-log.ts";
import { readFileList } from "./file-list.ts";
import { loadDatabase } from "./load-database.ts";
import type { Manifest } from "./manifest.ts";
import { writeMeasured } from "./measured-copy.ts";
import { verifyBackup } from "./verify-backup.ts";

export interface RestoreTarget {
  /** Undefined: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined;
  dataFolder: string;
  /** What is in the data folder may make way; it is kept beside. */
  mayReplace: boolean;
  log: StartLog;
  now: Date;
}

export interface Restored {
  manifest: Manifest;
  /** Where what was there before lies now. */
  keptIn: string | undefined;
}

/**
 * Puts a backup in place for the next start: all of it, or nothing. It is verified first, and made aside.
 * @throws {StartError} when the backup is damaged, a server runs, or something is there that may not be replaced.
 */
export async function restoreBackup(backup: string, target: RestoreTarget): Promise<Restored> {
  const manifest = await verifyBackup(backup);
  const lock = lockDataFolder(target.dataFolder);
  const aside = join(lock.path, "restoring");
  try {
    await refuseReplacing(lock.path, target.mayReplace);
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside, { mode: 0o700 });
    await copyFiles(backup, join(aside, "files"));
    const stamp = target.now.toISOString().slice(0, 19).replaceAll(":", "-");
    const place = () => putInPlace(lock.path, aside, join(lock.path, `before-restore-${stamp}Z`));
    const { databaseUrl } = target;
    if (databaseUrl) {
      let keptIn: string | undefined;
      await loadDatabase(databaseUrl, backup, manifest, async () => {
        keptIn = await place();
      });
      return { manifest, keptIn };
    }
    await loadEmbedded(backup, manifest, aside, target.log);
    return { manifest, keptIn: await place() };
  } finally {
    await rm(aside, { recursive: true, force: true });
    lock.release();
  }
}

/** There as long as old and new are being exchanged; a server does not start on half of each. */
const markName = "restore-unfinished";
const parts = ["files", "postgres-password", "postgres"];

/** @throws {StartError} for a data folder on which a restore was killed in its last moment. */
export function refuseHalfRestored(dataFolder: string): void {
  if (!existsSync(join(dataFolder, markName))) return;
  throw new StartError(
    `A restore into ${dataFolder} was cut short while it put things in place.`,
    "Run it again with --replace. What was there before is in the folder before-restore-… beside it.",
  );
}

async function refuseReplacing(dataFolder: string, mayReplace: boolean): Promise<void> {
  if (mayReplace) return;
  for (const part of parts) {
    const path = join(dataFolder, part);
    const isEmpty = part === "files" && !(await hasFiles(path));
    if (!existsSync(path) || isEmpty) continue;
    throw new StartError(
      `There is an Atoll in ${dataFolder} already (${part}).`,
      "Name an empty folder with ATOLL_DATA_DIR, or let it make way with --replace: it is kept beside, in a folder before-restore-….",
    );
  }
}

async function hasFiles(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => name !== "incoming");
}

async function copyFiles(backup: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 });
  for await (const { path, sha256 } of readFileList(backup)) {
    const copy = join(target, ...path.split("/"));
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    const written = await writeMeasured(copy, createReadStream(join(backup, "files", ...path.split("/"))));
    if (written.sha256 !== sha256)
      throw new StartError(`files/${path} changed while it was read.`, "Nothing was touched. Try again.");
  }
}

async function loadEmbedded(backup: string, manifest: Manifest, aside: string, log: StartLog): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataFolder: aside, log });
  try {
    await loadDatabase(postgres.url, backup, manifest, async () => {});
  } finally {
    await postgres.stop();
  }
}

/** @returns where what was there before is kept. Undefined: there was nothing. */
async function putInPlace(dataFolder: string, aside: string, before: string): Promise<string | undefined> {
  const mark = join(dataFolder, markName);
  await writeFile(mark, "", { flush: true });
  // The database's log and its programs belong to no state; the next start brings its own.
  await rm(layoutOf(dataFolder).programsCopy, { recursive: true, force: true });
  const old = parts.filter((part) => existsSync(join(dataFolder, part)));
  if (old.length > 0) await mkdir(before, { mode: 0o700 });
  for (const part of old) await rename(join(dataFolder, part), join(before, part));
  for (const part of parts)
    if (existsSync(join(aside, part))) await rename(join(aside, part), join(dataFolder, part));
  await rm(mark);
  return old.length > 0 ? before : undefined;
}
