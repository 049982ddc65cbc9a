import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { StartError } from "../log/start-error.ts";

/** Written last: without it a folder is no backup. */
export const manifestName = "manifest.json";
/** A line for each uploaded file: its hash, its size in bytes and its path under `files`. */
export const fileListName = "files.list";

const stored = z.object({ file: z.string(), sizeBytes: z.number().int(), sha256: z.string().length(64) });

const tableSchema = stored.extend({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int(),
});

const manifestSchema = z.object({
  format: z.literal("atoll-backup-1"),
  madeAt: z.iso.datetime(),
  atollVersion: z.string(),
  migrations: z.array(z.object({ number: z.number().int(), name: z.string() })).min(1),
  tables: z.array(tableSchema).min(1),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.number().int() })),
  fileList: stored,
  fileCount: z.number().int(),
  fileBytes: z.number().int(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type StoredTable = z.infer<typeof tableSchema>;
export type Stored = z.infer<typeof stored>;

/** @throws {StartError} when the folder is no backup, a part of one, or one of a version that is not known. */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, manifestName), "utf8").catch((cause: unknown) => {
    throw new StartError(
      `${backup} is no backup of Atoll, or one that was cut short: it has no ${manifestName}.`,
      "Name a folder that npm run backup has made.",
      { cause },
    );
  });
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(
      `${join(backup, manifestName)} cannot be read as what a backup holds.`,
      "It is damaged, or of another version of Atoll. Use another backup.",
      { cause },
    );
  }
}
