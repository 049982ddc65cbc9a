import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { type Actor, recordAct } from "../../../platform/audit.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import type { Database } from "../../../tables.ts";

interface Named {
  id: string;
  name: string;
}

/** An employee about to be created, with everything checked. */
export interface Employee {
  name: string;
  /** In lower case. */
  email: string;
  /** Null for people who sign in another way. */
  passwordHash: string | null;
  roles: Named[];
  departments: Named[];
}

/** Email addresses are unique, and stored in lower case. */
export const uniqueEmails = { accounts_email_key: "email_taken" } as const;

/** The actor and the address, for the audit log. */
interface By {
  /** Undefined for the operator of the server, who has no account. */
  actor: Actor | undefined;
  address: string;
}

/**
 * Inserts accounts with their profiles, roles and departments, and lastly their audit entries. The addresses count as
 * confirmed. Somebody else knows the first password, so each employee must choose a new one at the first sign-in. Uses
 * one statement per table, however many employees there are.
 * @returns the new IDs, in the order of the employees.
 * @throws {AppError} `email_taken`.
 */
export async function insertEmployees(
  tx: Database,
  by: By,
  employees: readonly Employee[],
): Promise<string[]> {
  const people = await insertAccounts(tx, employees, {
    assignedBy: by.actor?.id ?? null,
    mustChoosePassword: true,
  });
  for (const { id, name, email, roles, departments } of people) {
    await recordAct(tx, {
      ...by,
      action: "user.created",
      subject: { type: "user", id, name },
      after: { name, email, roles: namesOf(roles), departments: namesOf(departments) },
    });
  }
  return people.map(({ id }) => id);
}

interface Given {
  assignedBy: string | null;
  mustChoosePassword: boolean;
  /** They are guests, who get no roles and no departments. */
  guest?: { until: Date; invitedBy: string } | undefined;
}

/**
 * Inserts the rows of accounts, without their audit entries.
 * @param given `assignedBy` gave the roles; whether the person has to choose a password, because someone else knows it.
 * @throws {AppError} `email_taken`.
 */
export async function insertAccounts(
  tx: Database,
  employees: readonly Employee[],
  { assignedBy, mustChoosePassword, guest }: Given,
): Promise<(Employee & { id: string })[]> {
  const people = employees.map((employee) => ({ ...employee, id: uuidv7() }));
  const ids = people.map(({ id }) => id);
  await sql`INSERT INTO profiles (id, name)
    SELECT * FROM unnest(${ids}::uuid[], ${people.map(({ name }) => name)}::text[])`.execute(tx);
  await rejectViolation(
    sql`INSERT INTO accounts (id, email, password_hash, email_confirmed_at, must_choose_password, guest_until, guest_invited_by)
      SELECT id, email, password_hash, now(), ${mustChoosePassword}::boolean, ${guest?.until ?? null}::timestamptz,
        ${guest?.invitedBy ?? null}::uuid FROM unnest(
        ${ids}::uuid[], ${people.map(({ email }) => email)}::text[], ${people.map(({ passwordHash }) => passwordHash)}::text[]
      ) AS given (id, email, password_hash)`.execute(tx),
    uniqueEmails,
  );
  const roles = people.flatMap(({ id, roles }) => roles.map((role) => ({ id, roleId: role.id })));
  await sql`INSERT INTO user_roles (user_id, role_id, assigned_by)
    SELECT user_id, role_id, ${assignedBy}::uuid FROM unnest(
      ${roles.map(({ id }) => id)}::uuid[], ${roles.map(({ roleId }) => roleId)}::uuid[]
    ) AS given (user_id, role_id)`.execute(tx);
  const memberships = people.flatMap(({ id, departments }) =>
    departments.map((department) => ({ id, departmentId: department.id })),
  );
  await sql`INSERT INTO user_departments (user_id, department_id) SELECT * FROM unnest(
      ${memberships.map(({ id }) => id)}::uuid[], ${memberships.map(({ departmentId }) => departmentId)}::uuid[]
    )`.execute(tx);
  return people;
}

/** Sorted, so that the same choice always reads the same in the audit log. */
export function namesOf(named: readonly { name: string }[]): string[] {
  return named.map(({ name }) => name).toSorted();
}
