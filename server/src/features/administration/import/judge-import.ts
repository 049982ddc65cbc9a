import { type ImportField, importFields } from "@atoll/contract/administration/import-fields";
import type { ImportRow } from "@atoll/contract/administration/import-routes";
import { accountNameSchema, newEmployeeSchema } from "@atoll/contract/administration/schemas";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { type SqlBool, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { findLookalikes, looksTaken } from "../../../platform/lookalikes.ts";
import { maxImportRows } from "../../../platform/read-records.ts";
import { assertAcceptablePassword } from "../../../platform/seals/passwords.ts";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import type { Database } from "../../../tables.ts";
import { namesOfColleagues } from "../../identity/public.ts";
import { accessAllRoles, type ChosenRole } from "../users/user-access.ts";
import { judgeDepartments, judgeRoles, type Named } from "./judge-lists.ts";
import type { ImportedRow } from "./read-import.ts";

/** A row with its result, and the employee to create, if any. */
export interface JudgedRow extends ImportRow {
  password: string;
  given: { roles: ChosenRole[]; departments: Named[] };
}

/** A problem with a row, and the cell it is in. */
interface Problem {
  field: ImportField;
  text: string;
}

/** The existing data that the rows are checked against. */
interface Company {
  roles: ReadonlyMap<string, ChosenRole>;
  departments: ReadonlyMap<string, Named>;
  emails: ReadonlySet<string>;
}

const formSchema = newEmployeeSchema.pick({ name: true, email: true, password: true });

/**
 * Returns every row's result: `skip` if the address has an account or the importer left the row out, `wrong` with all
 * reasons if it is invalid, and otherwise `create`.
 * @param names of the product and the company, which are not accepted as passwords.
 * @param leftOut the numbers of rows to skip as if they did not exist.
 */
export async function judgeImport(
  { db, names }: { db: Database; names: readonly string[] },
  viewer: PermissionHolder,
  rows: readonly ImportedRow[],
  leftOut: ReadonlySet<number>,
): Promise<JudgedRow[]> {
  const company = await readCompany(db, rows);
  const isLeftOut = ({ row }: ImportedRow) => leftOut.has(row);
  // The name of a person who already has an account is not checked.
  const judgedNames = await judgeNames(
    db,
    rows.filter((row) => !isLeftOut(row) && !company.emails.has(addressOf(row.email))),
  );
  const firstWith = new Map<string, number>();
  const judged: JudgedRow[] = [];
  const yieldToLoop = shareLoop();
  for (const [index, row] of rows.entries()) {
    const email = addressOf(row.email);
    const roles = judgeRoles(row.roles, company.roles, viewer);
    const departments = judgeDepartments(row.departments, company.departments);
    const named = judgedNames.get(row.row);
    const decide = async (): Promise<{ fate: ImportRow["fate"]; problems: Problem[] }> => {
      // This row cannot be left out, because those below it were not read.
      if (index >= maxImportRows) return { fate: "wrong", problems: [tooMany] };
      if (isLeftOut(row))
        return { fate: "skip", problems: [{ field: "none", text: "You left this row out" }] };
      if (company.emails.has(email)) return { fate: "skip", problems: [known] };
      const earlier = firstWith.get(email);
      if (email !== "" && !earlier) firstWith.set(email, row.row);
      const problems: Problem[] = [
        ...(row.isTooLong
          ? [{ field: "none" as const, text: "This row has more cells than the heading" }]
          : []),
        ...(await judgeForm(row, names)),
        ...(named?.reasons ?? []).map((text) => ({ field: "name" as const, text })),
        ...(earlier ? [{ field: "email" as const, text: `Row ${earlier} has the same email` }] : []),
        ...roles.reasons.map((text) => ({ field: "roles" as const, text })),
        ...departments.reasons.map((text) => ({ field: "departments" as const, text })),
      ];
      return { fate: problems.length > 0 ? "wrong" : "create", problems };
    };
    const { fate, problems } = await decide();
    judged.push({
      row: row.row,
      name: named?.name ?? row.name.trim(),
      email,
      password: row.password,
      given: { roles: roles.found, departments: departments.found },
      roles: roles.written,
      departments: departments.written,
      fate,
      reasons: problems.map(({ text }) => text),
      wrongFields: fate === "wrong" ? [...new Set(problems.map(({ field }) => field))] : [],
    });
    await yieldToLoop();
  }
  return judged;
}

const known: Problem = { field: "email", text: "An account with this email already exists" };
const tooMany: Problem = {
  field: "none",
  text: `An import takes at most ${maxImportRows.toLocaleString("en")} rows. Split the file.`,
};

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

/** Returns the problems that the Create Employee form would report, including common passwords. */
async function judgeForm(row: ImportedRow, names: readonly string[]): Promise<Problem[]> {
  const form = formSchema.safeParse(row);
  // Only the first problem of each field: an empty field is not also too short.
  const reasons = new Map<ImportField, string>();
  for (const { path, message } of form.error?.issues ?? []) {
    const field = importFields.find((one) => one === path[0]) ?? "none";
    if (!reasons.has(field)) reasons.set(field, naming(field, message));
  }
  if (!reasons.has("password")) {
    try {
      await assertAcceptablePassword(row.password, [row.name, row.email, ...names]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      reasons.set("password", error.message);
    }
  }
  return [...reasons].map(([field, text]) => ({ field, text }));
}

const fieldNames: Partial<Record<ImportField, string>> = {
  name: "Name",
  email: "Email",
  password: "Password",
};

/** A form shows its reasons at the field; below a row of a file they have to say which one they are about. */
function naming(field: ImportField, text: string): string {
  const name = fieldNames[field];
  if (name === undefined || text.toLowerCase().includes(name.toLowerCase())) return text;
  return `${name}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function byName<T extends { name: string }>(list: readonly T[]): Map<string, T> {
  return new Map(list.map((one) => [one.name.toLowerCase(), one]));
}

interface JudgedName {
  /** In the spelling to be stored. */
  name: string;
  /** The reasons against the name. */
  reasons: string[];
}

/**
 * Checks that names do not look like those of colleagues or of earlier rows. Equal names are accepted, because two
 * people may have the same name. Names that the form would refuse are skipped.
 * @returns the results, keyed by row.
 */
async function judgeNames(db: Database, rows: readonly ImportedRow[]): Promise<Map<number, JudgedName>> {
  const named = rows.flatMap(({ row, name }) => {
    const { data } = accountNameSchema.safeParse(name);
    return data === undefined ? [] : [{ row, name: data }];
  });
  const looks = await findLookalikes(
    db,
    named.map(({ name }) => name),
    namesOfColleagues(),
  );
  const firstOf = new Map<string, { row: number; name: string }>();
  const judged = new Map<number, JudgedName>();
  for (const [index, one] of named.entries()) {
    const look = looks[index];
    const first = look && firstOf.get(look.key);
    const isLikeEarlier = first !== undefined && first.name.toLowerCase() !== one.name.toLowerCase();
    if (look && !look.lookalike && !first) firstOf.set(look.key, one);
    judged.set(one.row, {
      name: one.name,
      reasons: [
        ...(look?.lookalike === undefined ? [] : [looksTaken(look.lookalike).message]),
        ...(isLikeEarlier ? [`Row ${first.row} has a name that looks too similar to this one`] : []),
      ],
    });
  }
  return judged;
}
