import { join } from "node:path";
import { StartError } from "../start-error.ts";
import { readFileList } from "./file-list.ts";
import { type Manifest, readManifest, type Stored } from "./manifest.ts";
import { measure } from "./measured-copy.ts";

/**
 * Reads a whole backup and compares it with what its manifest says.
 * @throws {StartError} naming the first part that is missing or another.
 */
export async function verifyBackup(backup: string, known?: Manifest): Promise<Manifest> {
  const manifest = known ?? (await readManifest(backup));
  for (const part of [...manifest.tables, manifest.fileList]) await compare(backup, part);
  let fileCount = 0;
  for await (const { path, ...measured } of readFileList(backup)) {
    await compare(backup, { file: `files/${path}`, ...measured });
    fileCount += 1;
  }
  if (fileCount !== manifest.fileCount) throw damaged(manifest.fileList.file);
  return manifest;
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
