import { z } from "zod";
import { StartError } from "../log/start-error.ts";
import { sealSchema } from "./sealed-parts.ts";

export const archiveFormat = "atoll-archive-1";
export const archiveManifestName = "manifest.json";
/** A line of JSON for each uploaded file. */
export const archiveFilesName = "files.jsonl";

/** Returns the path of a table in the archive. */
export function partPath(table: string, isSealed: boolean): string {
  return isSealed ? `sealed/${table}.jsonl.sealed` : `tables/${table}.jsonl`;
}

const measured = {
  sizeBytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
};

const tableName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const tableSchema = z.object({
  name: tableName,
  file: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })).min(1),
  rows: z.number().int().nonnegative(),
  /** Whether the file is sealed with the passphrase. */
  isSealed: z.boolean(),
  ...measured,
});

/** A file that a row names and that is not in storage, or not as it was uploaded. */
const problemSchema = z.object({ path: z.string().max(1_000), problem: z.enum(["missing", "changed"]) });
export type ArchiveProblem = z.infer<typeof problemSchema>;

const manifestSchema = z.object({
  format: z.literal(archiveFormat),
  madeAt: z.iso.datetime(),
  atollVersion: z.string(),
  migrations: z.array(z.object({ number: z.number().int(), name: z.string() })).min(1),
  /** Null if nothing is sealed. */
  seal: sealSchema.nullable(),
  tables: z.array(tableSchema).min(1),
  leftOut: z.array(z.object({ table: tableName, why: z.string() })),
  keptInPart: z.array(z.object({ table: tableName, emptied: z.array(z.string()), why: z.string() })),
  sequences: z.array(z.object({ name: tableName, lastValue: z.string().regex(/^-?\d{1,19}$/) })),
  files: z.object({
    count: z.number().int().nonnegative(),
    bytes: z.number().int().nonnegative(),
    /** How many files that rows name were not in storage. */
    missing: z.number().int().nonnegative(),
    /** How many were not as they were uploaded. Those that could be read are in the archive as they were found. */
    changed: z.number().int().nonnegative().default(0),
    /** The first of both. */
    problems: z.array(problemSchema).default([]),
    list: z.object(measured),
  }),
});

export type ArchiveManifest = z.infer<typeof manifestSchema>;
export type ArchivedTable = z.infer<typeof tableSchema>;

/** One line of the list of files. */
export const archivedFileSchema = z.object({ path: z.string().max(1_000), ...measured });

/** @throws {StartError} for a text that is no manifest of this format. */
export function parseManifest(text: string): ArchiveManifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(
      `${archiveManifestName} of the archive cannot be read.`,
      "The archive is damaged, or of a version of Atoll with another format. Nothing was changed.",
      { cause },
    );
  }
}
