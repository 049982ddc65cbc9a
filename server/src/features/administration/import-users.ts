import type { ImportRow } from "@atoll/contract/administration/schemas";
import { canManageUsers } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import { hashPassword } from "../../platform/passwords.ts";
import type { Database } from "../../tables.ts";
import { type Acting, actorOf, administer } from "./acting.ts";
import { insertEmployees } from "./insert-employees.ts";
import { type JudgedRow, judgeImport } from "./judge-import.ts";
import { type ImportedRow, readImport } from "./read-import.ts";

/** Hashes under way at once: the others of the process's few threads are left to people who sign in. */
const hashesAtOnce = 2;

export interface ImportOutcome {
  rows: ImportRow[];
  /** Accounts that were created. */
  createdCount: number;
}

interface ImportDependencies {
  db: Database;
  /** Of product and company, which are no passwords. */
  names: readonly string[];
  /** Asks whether whoever imports may still do so, and throws: asked at every step, since hundreds of them take a while. */
  assertAllowed: () => Promise<void>;
}

/**
 * Creates employees from a CSV file, all in one transaction, or none: one wrong row stops it, and so does the loss of
 * the right to it on the way. A dry run tells every row's fate and writes nothing.
 * @throws {AppError} `csv_unreadable`, `forbidden`, and what `assertAllowed` throws.
 */
export async function importUsers(
  deps: ImportDependencies,
  acting: Acting,
  { csv, isDryRun }: { csv: string; isDryRun: boolean },
): Promise<ImportOutcome> {
  const rows = await readImport(csv);
  const judged = await judgeImport(deps, acting.viewer, rows);
  if (isDryRun || isStopped(judged)) return outcome(judged, 0);
  const hashes = await hashPasswords(judged, deps.assertAllowed);
  const write = () =>
    administer(deps.db, acting, canManageUsers, (tx, current) =>
      createAll({ ...deps, db: tx }, current, rows, hashes),
    );
  return write().catch((error: unknown) => {
    // Somebody who signed in through the company's sign-on has got one of the addresses meanwhile: now it is skipped.
    if (error instanceof AppError && error.code === "email_taken") return write();
    throw error;
  });
}

async function createAll(
  deps: ImportDependencies,
  acting: Acting,
  rows: readonly ImportedRow[],
  hashes: ReadonlyMap<number, string>,
): Promise<ImportOutcome> {
  // Once more, now that nothing can change: the hashes took their time.
  const judged = await judgeImport(deps, acting.viewer, rows);
  if (isStopped(judged)) return outcome(judged, 0);
  const created = judged.filter(({ fate }) => fate === "create");
  if (created.length === 0) return outcome(judged, 0);
  const employees = [];
  for (const { row, name, email, password, roles, departments } of created) {
    // An account that was deleted a moment ago makes a skipped row one to create, without a hash yet.
    const passwordHash = hashes.get(row) ?? (await hashPassword(password));
    employees.push({ name, email, passwordHash, roles, departments });
  }
  await insertEmployees(deps.db, acting, employees);
  await recordAct(deps.db, {
    ...actorOf(acting),
    action: "users.imported",
    after: { count: created.length, skipped: judged.length - created.length },
  });
  return outcome(judged, created.length);
}

function isStopped(judged: readonly JudgedRow[]): boolean {
  return judged.some(({ fate }) => fate === "wrong");
}

async function hashPasswords(
  judged: readonly JudgedRow[],
  assertAllowed: () => Promise<void>,
): Promise<Map<number, string>> {
  const hashes = new Map<number, string>();
  const waiting = judged.filter(({ fate }) => fate === "create").values();
  // Workers that share one iterator, each taking the next row when it is done.
  const work = async () => {
    for (const { row, password } of waiting) {
      await assertAllowed();
      hashes.set(row, await hashPassword(password));
    }
  };
  await Promise.all(Array.from({ length: hashesAtOnce }, work));
  return hashes;
}

function outcome(judged: readonly JudgedRow[], createdCount: number): ImportOutcome {
  return {
    rows: judged.map(({ row, name, email, fate, reasons }) => ({ row, name, email, fate, reasons })),
    createdCount,
  };
}
