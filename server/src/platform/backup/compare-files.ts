import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { linesOf } from "../files/split-lines.ts";
import { StartError } from "../log/start-error.ts";
import { readFileList } from "./file-list.ts";
import type { Manifest } from "./manifest.ts";

/** A file that a row refers to. */
export interface ExpectedFile {
  /** Below the folder of files, its parts joined by slashes. */
  path: string;
  /** Undefined: the row does not say. */
  sizeBytes: number | undefined;
  /** Undefined: the row does not say. */
  sha256: string | undefined;
  /** A file that has no owner yet may come and go while a backup is made. */
  mayBeMissing: boolean;
  /** As people know it. */
  name: string;
}

/** The table whose rows refer to uploaded files, given by the slice that owns it. */
export interface RowsOfFiles {
  table: string;
  /** Returns the files of one row, whose values are in `COPY` format. */
  expect: (row: ReadonlyMap<string, string | null>) => ExpectedFile[];
}

/** A file that is missing or differs from its row. */
export interface FileProblem {
  path: string;
  name: string;
  problem: "missing" | "changed";
}

/** Compares the rows of files in a backup with the files in it, by size and hash. */
export async function compareFiles(
  backup: string,
  manifest: Pick<Manifest, "tables">,
  rows: RowsOfFiles,
): Promise<FileProblem[]> {
  const listed = new Map<string, { sizeBytes: number; sha256: string }>();
  for await (const { path, ...measured } of readFileList(backup)) listed.set(path, measured);
  const problems: FileProblem[] = [];
  for await (const row of readRows(backup, manifest, rows.table)) {
    for (const { path, name, sizeBytes, sha256, mayBeMissing } of rows.expect(row)) {
      const file = listed.get(path);
      if (!file) {
        if (!mayBeMissing) problems.push({ path, name, problem: "missing" });
      } else if (differs(file.sizeBytes, sizeBytes) || differs(file.sha256, sha256)) {
        problems.push({ path, name, problem: "changed" });
      }
    }
  }
  return problems;
}

function differs<Value>(is: Value, expected: Value | undefined): boolean {
  return expected !== undefined && is !== expected;
}

const mostNamed = 20;

/** The error for files that are missing or changed, which names the first of them. */
export function describeProblems(problems: readonly FileProblem[], hint: string): StartError {
  const lines = problems
    .slice(0, mostNamed)
    .map(({ path, name, problem }) => `  ${path} (${name}): ${problem}`);
  if (problems.length > mostNamed) lines.push(`  and ${problems.length - mostNamed} more`);
  const count = problems.length === 1 ? "1 file is" : `${problems.length} files are`;
  return new StartError(
    `${count} missing or changed, compared with the database:\n${lines.join("\n")}`,
    hint,
  );
}

/** The rows of one table of a backup. A backup of a version without this table has none. */
async function* readRows(
  backup: string,
  { tables }: Pick<Manifest, "tables">,
  name: string,
): AsyncGenerator<ReadonlyMap<string, string | null>> {
  const table = tables.find((one) => one.name === name);
  if (!table) return;
  const input = createReadStream(join(backup, ...table.file.split("/"))).pipe(createGunzip());
  // Not `readline`, which also splits at separators that a file's name may contain.
  for await (const lines of linesOf(input)) {
    for (const line of lines) {
      const values = line.split("\t").map(unescapeValue);
      yield new Map(table.columns.map((column, index) => [column, values[index] ?? null]));
    }
  }
}

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** Reads a value of PostgreSQL's text format for `COPY`. */
function unescapeValue(value: string): string | null {
  if (value === "\\N") return null;
  return value.replaceAll(/\\(.)/g, (_all, sign: string) => escapes[sign] ?? sign);
}
