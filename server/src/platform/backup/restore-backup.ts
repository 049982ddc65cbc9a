import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from } from "pg-copy-streams";
import { StartError } from "../log/start-error.ts";
import { describeProblems, type RowsOfFiles } from "./compare-files.ts";
import { readFileList } from "./file-list.ts";
import type { Manifest, StoredTable } from "./manifest.ts";
import { nameOf, type Placed, type PlacedFile, type PlacingTarget, putInPlace } from "./put-in-place.ts";
import { verifyBackup } from "./verify-backup.ts";

export interface RestoreTarget extends PlacingTarget {
  /** The rows that name the files. */
  rows: RowsOfFiles;
  /** Restores also a backup that lacks files. */
  mayLackFiles: boolean;
}

export interface Restored extends Placed {
  manifest: Manifest;
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
  const { migrations, tables, sequences } = manifest;
  const load = async (client: pg.Client) => {
    for (const table of tables) await loadTable(client, backup, table);
  };
  const placed = await putInPlace(
    { migrations, tables, sequences, files: () => filesOf(backup), load },
    target,
  );
  return { manifest, ...placed };
}

async function* filesOf(backup: string): AsyncGenerator<PlacedFile> {
  for await (const { path, sha256 } of readFileList(backup))
    yield { path, sha256, open: async () => createReadStream(join(backup, "files", ...path.split("/"))) };
}

async function loadTable(client: pg.Client, backup: string, table: StoredTable): Promise<void> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const copy = client.query(from(`COPY ${nameOf(table.name)} (${columns}) FROM STDIN`));
  await pipeline(createReadStream(join(backup, table.file)), createGunzip(), copy);
  if (copy.rowCount === table.rows) return;
  throw new StartError(
    `${table.name} has ${copy.rowCount} rows where the backup says ${table.rows}.`,
    "Nothing was changed. Use another backup.",
  );
}
