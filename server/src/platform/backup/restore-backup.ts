import { createReadStream, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { lockDataFolder } from "../configuration/data-folder.ts";
import { startEmbeddedPostgres } from "../database/embedded/start-embedded-postgres.ts";
import { writeMeasured } from "../files/measured-copy.ts";
import { StartError } from "../log/start-error.ts";
import type { StartLog } from "../log/start-log.ts";
import { makeFolder } from "../make-folder.ts";
import { describeProblems, type RowsOfFiles } from "./compare-files.ts";
import { readFileList, unfinishedMark } from "./file-list.ts";
import { loadDatabase } from "./load-database.ts";
import type { Manifest } from "./manifest.ts";
import { restorePlaces } from "./restore-places.ts";
import { verifyBackup } from "./verify-backup.ts";

export interface RestoreTarget {
  /** Undefined: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined;
  dataFolder: string;
  filesFolder: string;
  /** The rows that name the files. */
  rows: RowsOfFiles;
  /** Existing data may be replaced. It is kept aside. */
  mayReplace: boolean;
  /** Restores also a backup that lacks files. */
  mayLackFiles: boolean;
  log: StartLog;
  now: Date;
}

export interface Restored {
  manifest: Manifest;
  /** The folders that keep the old data. */
  keptIn: string[];
}

/**
 * Puts a backup in place for the next start: all of it, or nothing. It is verified first, and made aside.
 * @throws {StartError} when the backup is damaged or lacks files, a server runs, or there is something that may not be
 *   replaced.
 */
export async function restoreBackup(backup: string, target: RestoreTarget): Promise<Restored> {
  const { manifest, problems } = await verifyBackup(backup, target.rows);
  if (problems.length > 0 && !target.mayLackFiles)
    throw describeProblems(
      problems,
      "Nothing was touched. Use another backup, or restore this one without these files: --incomplete.",
    );
  const lock = lockDataFolder(target.dataFolder);
  const places = restorePlaces(lock.path, target.filesFolder);
  try {
    if (!target.mayReplace) await places.refuseReplacing();
    await places.prepare();
    await copyFiles(backup, places.filesAside);
    let keptIn: string[] = [];
    const place = async () => {
      keptIn = await places.exchange(target.now);
    };
    if (target.databaseUrl) {
      await loadDatabase(target.databaseUrl, backup, manifest, place);
    } else {
      await loadEmbedded(backup, manifest, places.databaseAside, target.log);
      await place();
    }
    await places.finish();
    return { manifest, keptIn };
  } finally {
    await places.clean();
    lock.release();
  }
}

/** @throws {StartError} for a folder in which a restore was killed while it exchanged old and new. */
export function refuseHalfRestored(folder: string): void {
  if (!existsSync(join(folder, unfinishedMark))) return;
  throw new StartError(
    `A restore into ${folder} was cut short while it put things in place.`,
    "Run it again with --replace. The old data is in the folder before-restore-… within it.",
  );
}

async function copyFiles(backup: string, target: string): Promise<void> {
  makeFolder(target);
  for await (const { path, sha256 } of readFileList(backup)) {
    const copy = join(target, ...path.split("/"));
    makeFolder(dirname(copy));
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
