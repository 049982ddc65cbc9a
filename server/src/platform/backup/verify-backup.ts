import { join } from "node:path";
import { measure } from "../files/measured-copy.ts";
import { StartError } from "../log/start-error.ts";
import { compareFiles, type FileProblem, type RowsOfFiles } from "./compare-files.ts";
import { readFileList } from "./file-list.ts";
import { type Manifest, readManifest, type Stored } from "./manifest.ts";

export interface VerifiedBackup {
  manifest: Manifest;
  /** Files that were already missing or changed when the backup was made. */
  problems: FileProblem[];
}

/**
 * Reads a whole backup and compares it with its manifest, and its files with the rows that name them.
 * @throws {StartError} naming the first part that differs from the manifest.
 */
export async function verifyBackup(
  backup: string,
  rows: RowsOfFiles,
  known?: Manifest,
): Promise<VerifiedBackup> {
  const manifest = known ?? (await readManifest(backup));
  for (const part of [...manifest.tables, manifest.fileList]) await compare(backup, part);
  let fileCount = 0;
  for await (const { path, ...measured } of readFileList(backup)) {
    await compare(backup, { file: `files/${path}`, ...measured });
    fileCount += 1;
  }
  if (fileCount !== manifest.fileCount) throw damaged(manifest.fileList.file);
  return { manifest, problems: await compareFiles(backup, manifest, rows) };
}

async function compare(backup: string, { file, sizeBytes, sha256 }: Stored): Promise<void> {
  const found = await measure(join(backup, ...file.split("/"))).catch(() => undefined);
  if (found?.sizeBytes !== sizeBytes || found.sha256 !== sha256) throw damaged(file);
}

function damaged(file: string): StartError {
  return new StartError(
    `${file} of the backup is missing, cut short or changed.`,
    "Nothing was touched. Use another backup.",
  );
}
