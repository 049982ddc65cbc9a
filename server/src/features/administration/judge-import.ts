import { type ImportRow, newEmployeeSchema } from "@atoll/contract/administration/schemas";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { type SqlBool, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { assertAcceptablePassword } from "../../platform/passwords.ts";
import { shareLoop } from "../../platform/share-loop.ts";
import type { Database } from "../../tables.ts";
import { judgeNames } from "./judge-names.ts";
import { canGiveRole, defaultRoleName, isPendingRole } from "./policy.ts";
import { type ImportedRow, maxImportRows } from "./read-import.ts";
import { accessAllRoles, type ChosenRole } from "./user-access.ts";

/** A row with its fate, and what it becomes if that is to be created. */
export interface JudgedRow extends ImportRow {
  password: string;
  roles: ChosenRole[];
  departments: { id: string; name: string }[];
}

/** So many roles and departments one person has at most, as in the form. */
const maxRoles = 50;
const maxDepartments = 100;

/** What the rows are held against. */
interface Company {
  roles: ReadonlyMap<string, ChosenRole>;
  departments: ReadonlyMap<string, { id: string; name: string }>;
  emails: ReadonlySet<string>;
}

const formSchema = newEmployeeSchema.pick({ name: true, email: true, password: true });

/**
 * Decides every row's fate: `skip` where the address has an account already, `wrong` with all reasons where
 * something is, else `create`.
 * @param names of product and company, which are no passwords.
 */
export async function judgeImport(
  { db, names }: { db: Database; names: readonly string[] },
  viewer: PermissionHolder,
  rows: readonly ImportedRow[],
): Promise<JudgedRow[]> {
  const company = await readCompany(db, rows);
  // Who has an account already gets no name here.
  const judgedNames = await judgeNames(
    db,
    rows.filter(({ email }) => !company.emails.has(addressOf(email))),
  );
  const firstWith = new Map<string, number>();
  const judged: JudgedRow[] = [];
  const giveWay = shareLoop();
  for (const [index, row] of rows.entries()) {
    const email = addressOf(row.email);
    const roles = judgeRoles(row.roles, company, viewer);
    const departments = judgeDepartments(row.departments, company);
    const named = judgedNames.get(row.row);
    const earlier = firstWith.get(email);
    const isKnown = company.emails.has(email);
    const reasons =
      index >= maxImportRows
        ? [`An import takes at most ${maxImportRows.toLocaleString("en")} rows. Split the file.`]
        : [
            ...(row.isTooLong ? ["This row has more cells than the heading"] : []),
            ...(await judgeForm(row, names)),
            ...(named?.reasons ?? []),
            ...(earlier ? [`Row ${earlier} has the same email`] : []),
            ...roles.reasons,
            ...departments.reasons,
          ];
    if (email !== "" && !earlier) firstWith.set(email, row.row);
    judged.push({
      row: row.row,
      name: named?.name ?? row.name.trim(),
      email,
      password: row.password,
      roles: roles.found,
      departments: departments.found,
      ...(isKnown && index < maxImportRows
        ? { fate: "skip", reasons: ["There is an account with this email already"] }
        : { fate: reasons.length > 0 ? "wrong" : "create", reasons }),
    });
    await giveWay();
  }
  return judged;
}

async function readCompany(db: Database, rows: readonly ImportedRow[]): Promise<Company> {
  const emails = rows.map(({ email }) => addressOf(email));
  const known = await db
    .selectFrom("accounts")
    .select("email")
    .where(sql<SqlBool>`email = ANY(${emails}::text[])`)
    .execute();
  const roles = await accessAllRoles(db);
  const departments = await db.selectFrom("departments").select(["id", "name"]).execute();
  return {
    emails: new Set(known.map(({ email }) => email)),
    roles: byName(roles),
    departments: byName(departments),
  };
}

function addressOf(cell: string): string {
  return cell.trim().toLowerCase();
}

/** What the Create Employee form would say, and what is too common for a password. */
async function judgeForm(row: ImportedRow, names: readonly string[]): Promise<string[]> {
  const form = formSchema.safeParse(row);
  // Of each field the first reason: an empty one is not also too short.
  const reasons = new Map<unknown, string>();
  for (const { path, message } of form.error?.issues ?? []) {
    if (!reasons.has(path[0])) reasons.set(path[0], message);
  }
  if (!reasons.has("password")) {
    try {
      await assertAcceptablePassword(row.password, [row.name, row.email, ...names]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      reasons.set("password", error.message);
    }
  }
  return [...reasons.values()];
}

function judgeRoles(names: readonly string[], { roles }: Company, viewer: PermissionHolder) {
  const standard = roles.get(defaultRoleName);
  if (names.length === 0) return { found: standard ? [standard] : [], reasons: [] };
  if (names.length > maxRoles) return { found: [], reasons: [`Nobody has more than ${maxRoles} roles`] };
  const found: ChosenRole[] = [];
  const reasons: string[] = [];
  for (const name of names) {
    const role = roles.get(name.toLowerCase());
    if (!role || isPendingRole(role)) reasons.push(`There is no role named ${name} to give`);
    else if (role !== standard && !canGiveRole(viewer, role))
      reasons.push(`You may not give the role ${name}`);
    else found.push(role);
  }
  return { found: [...new Set(found)], reasons };
}

function judgeDepartments(names: readonly string[], { departments }: Company) {
  if (names.length > maxDepartments) {
    return { found: [], reasons: [`Nobody is in more than ${maxDepartments} departments`] };
  }
  const found = new Set<{ id: string; name: string }>();
  const reasons: string[] = [];
  for (const name of names) {
    const department = departments.get(name.toLowerCase());
    if (department) found.add(department);
    else reasons.push(`There is no department named ${name}`);
  }
  return { found: [...found], reasons };
}

function byName<T extends { name: string }>(list: readonly T[]): Map<string, T> {
  return new Map(list.map((one) => [one.name.toLowerCase(), one]));
}
