import type { administrationRoutes } from "@atoll/contract/administration/routes";
import { canManageUsers } from "@atoll/contract/permissions";
import type { RouteInput, RouteOutput } from "@atoll/contract/route";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { unreadable } from "../../../platform/read-records.ts";
import { hashPassword } from "../../../platform/seals/passwords.ts";
import type { Database } from "../../../tables.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { insertEmployees } from "../users/insert-employees.ts";
import { type JudgedRow, judgeImport } from "./judge-import.ts";
import { type ReadImport, readImport } from "./read-import.ts";
import { wrongRows } from "./wrong-rows.ts";

/** Concurrent hashes. The process has few threads, and people who sign in need the others. */
const hashesAtOnce = 2;

type ImportRequest = RouteInput<typeof administrationRoutes.importUsers>["body"];
type ImportOutcome = RouteOutput<typeof administrationRoutes.importUsers>;

interface ImportDependencies {
  db: Database;
  /** The names of the product and the company, which are not allowed as passwords. */
  names: readonly string[];
  /** Throws if the person may no longer import. Called at every step, since an import of hundreds takes a while. */
  assertAllowed: () => Promise<void>;
}

/**
 * Creates employees from a CSV file in one transaction, or none: an invalid row stops it, and so does the loss of the
 * permission during the import. A dry run returns every row's result and writes nothing.
 * @throws {AppError} `csv_unreadable`, `forbidden`, `import_rows_wrong`, and the errors of `assertAllowed`.
 */
export async function importUsers(
  deps: ImportDependencies,
  acting: Acting,
  { csv, isDryRun, columns, leaveOut, atMost }: ImportRequest,
): Promise<ImportOutcome> {
  const file = await readImport(csv, columns);
  if (file.columnProblem && !isDryRun) throw unreadable(file.columnProblem);
  const leftOut = new Set(leaveOut);
  const judged = await judgeImport(deps, acting.viewer, file.rows, leftOut);
  if (isDryRun) return outcome(file, judged, []);
  const hashes = await hashPasswords(toCreate(judged, atMost), deps.assertAllowed);
  const write = () =>
    administer(deps.db, acting, canManageUsers, (tx, current) =>
      createAll({ ...deps, db: tx }, current, { file, leftOut, hashes, atMost }),
    );
  return write().catch((error: unknown) => {
    // One of the addresses has since been taken by single sign-on, so its row is now skipped.
    if (error instanceof AppError && error.code === "email_taken") return write();
    throw error;
  });
}

interface Prepared {
  file: ReadImport;
  leftOut: ReadonlySet<number>;
  hashes: ReadonlyMap<number, string>;
  atMost: number;
}

async function createAll(
  deps: ImportDependencies,
  acting: Acting,
  { file, leftOut, hashes, atMost }: Prepared,
): Promise<ImportOutcome> {
  // Once more, now that nothing can change: the hashes took their time.
  const judged = await judgeImport(deps, acting.viewer, file.rows, leftOut);
  const created = toCreate(judged, atMost);
  if (created.length === 0) return outcome(file, judged, []);
  const employees = [];
  for (const { row, name, email, password, given } of created) {
    // An account that was deleted a moment ago makes a skipped row one to create, without a hash yet.
    const passwordHash = hashes.get(row) ?? (await hashPassword(password));
    employees.push({ name, email, passwordHash, ...given });
  }
  await insertEmployees(deps.db, actorOf(acting), employees);
  await recordAct(deps.db, {
    ...actorOf(acting),
    action: "users.imported",
    after: { count: created.length, skipped: judged.filter(({ fate }) => fate === "skip").length },
  });
  return outcome(file, judged, created);
}

/** @throws {AppError} `import_rows_wrong`: nobody is created as long as a row is wrong. */
function toCreate(judged: readonly JudgedRow[], atMost: number): JudgedRow[] {
  if (judged.some(({ fate }) => fate === "wrong")) throw new AppError("import_rows_wrong");
  return judged.filter(({ fate }) => fate === "create").slice(0, atMost);
}

async function hashPasswords(
  created: readonly JudgedRow[],
  assertAllowed: () => Promise<void>,
): Promise<Map<number, string>> {
  const hashes = new Map<number, string>();
  const waiting = created.values();
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

function outcome(
  file: ReadImport,
  judged: readonly JudgedRow[],
  created: readonly JudgedRow[],
): ImportOutcome {
  const { columns, columnProblem, delimiter, isPasswordGenerated } = file;
  // Leaves out passwords of the file and the permissions of roles.
  const rows = judged.map(({ password: _, given: __, ...row }) => row);
  return {
    columns,
    columnProblem,
    delimiter,
    rows,
    wrongCsv: wrongRows(columns, file.rows, rows),
    createdCount: created.length,
    leftCount: judged.filter(({ fate }) => fate === "create").length - created.length,
    // Returned once, because only the hashes are stored.
    passwords: isPasswordGenerated
      ? created.map(({ name, email, password }) => ({ name, email, password }))
      : [],
  };
}
