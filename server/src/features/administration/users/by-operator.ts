import { randomBytes } from "node:crypto";
import { newEmployeeSchema } from "@atoll/contract/administration/schemas";
import { hasRole } from "@atoll/contract/permissions";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { operator, recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import { StartError } from "../../../platform/log/start-error.ts";
import { rejectLookalikeName } from "../../../platform/lookalikes.ts";
import { hashPassword } from "../../../platform/seals/passwords.ts";
import type { Database } from "../../../tables.ts";
import { namesOfColleagues, waitForTurn } from "../../identity/public.ts";
import { notifyPerson } from "../notify-others.ts";
import { assertNonePending, defaultRoleName, isPendingRole } from "../policy.ts";
import { changeAccount } from "./change-account.ts";
import { disableAccount, isDisabledHere } from "./disable-user.ts";
import { enableAccount } from "./enable-user.ts";
import { insertEmployees, namesOf } from "./insert-employees.ts";
import { type ChosenRole, findRoleByName } from "./user-access.ts";
import { selectUsers, type UserRow } from "./user-queries.ts";

// Acts of administrators, done by the operator of the server, who has no account and all power: the same checks of values,
// the same writes and entries in the audit log, which name no actor.
const notifier = { name: "The operator of the server" };

export interface WantedAccount {
  name: string;
  email: string;
  /** Names of roles; the default role if there are none. */
  roles: readonly string[];
}

/**
 * Creates an account with a generated password, which its person has to replace at the first sign-in.
 * @returns the password.
 * @throws {StartError} for a name or an address that is not one; {AppError} `email_taken`, `name_looks_taken`,
 *   `role_not_found`.
 */
export async function createAccountByOperator(db: Database, wanted: WantedAccount): Promise<string> {
  const password = randomBytes(15).toString("base64url");
  const parsed = newEmployeeSchema.safeParse({ name: wanted.name, email: wanted.email, password });
  if (!parsed.success)
    throw new StartError(
      parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"),
      "Correct it and run the command again.",
    );
  const { name, email } = parsed.data;
  const passwordHash = await hashPassword(password);
  await transact(db, async (tx) => {
    await waitForTurn(tx);
    await rejectLookalikeName(tx, name, namesOfColleagues());
    const roles: ChosenRole[] = [];
    for (const role of new Set(wanted.roles.length > 0 ? wanted.roles : [defaultRoleName])) {
      const found = await findRoleByName(tx, role.toLowerCase());
      if (!found) throw new AppError("role_not_found", { detail: role });
      roles.push(found);
    }
    assertNonePending(roles);
    await insertEmployees(tx, operator, [{ name, email, passwordHash, roles, departments: [] }]);
  });
  return password;
}

/**
 * Disables the account with this address: it cannot sign in, and its sessions end. Doing it again changes nothing.
 * @returns whether it was enabled.
 * @throws {AppError} `user_not_found`, `last_super_admin`.
 */
export function disableAccountByOperator(db: Database, email: string): Promise<boolean> {
  return change(db, email, async (tx, before) => {
    const isChange = !isDisabledHere(before);
    if (isChange) await disableAccount(tx, before, operator);
    return isChange;
  });
}

/**
 * Enables the account with this address. Doing it again changes nothing.
 * @returns whether it was disabled.
 * @throws {AppError} `user_not_found`, `managed_by_directory`.
 */
export function enableAccountByOperator(db: Database, email: string): Promise<boolean> {
  return change(db, email, async (tx, before) => {
    const isChange = before.disabled_at !== null;
    if (isChange) await enableAccount(tx, before, operator);
    return isChange;
  });
}

/**
 * Gives the account with this address the role of super administrators: the last resort when nobody else can. A pending
 * person is approved by it, and the person is notified. Doing it again changes nothing.
 * @returns whether they were none before.
 * @throws {AppError} `user_not_found`; {StartError} for a disabled account, with which nobody could sign in.
 */
export function makeSuperAdminByOperator(db: Database, email: string): Promise<boolean> {
  return change(db, email, async (tx, before) => {
    if (before.disabled_at !== null) {
      const hint = before.is_disabled_by_directory
        ? "Enable it in its directory first."
        : `Enable it first: npm run enable-account -- ${before.email}`;
      throw new StartError(`${before.email} is disabled, so nobody can sign in with it.`, hint);
    }
    if (hasRole(before, "super_admin")) return false;
    const role = await findRoleByName(tx, "super_admin");
    if (!role) throw new AppError("role_not_found", { detail: "super_admin" });
    const { id, name, roles } = before;
    const kept = roles.filter((held) => !isPendingRole(held));
    await sql`DELETE FROM user_roles
      WHERE user_id = ${id} AND role_id <> ALL(${kept.map((held) => held.id)}::uuid[])`.execute(tx);
    await sql`INSERT INTO user_roles (user_id, role_id) VALUES (${id}, ${role.id})`.execute(tx);
    await changeAccount(tx, id);
    await recordAct(tx, {
      ...operator,
      action: "user.updated",
      subject: { type: "user", id, name },
      before: { roles: namesOf(roles) },
      after: { roles: namesOf([...kept, role]) },
    });
    await notifyPerson(tx, notifier, id, "role.given", [role]);
    return true;
  });
}

function change(
  db: Database,
  email: string,
  work: (tx: Database, before: UserRow) => Promise<boolean>,
): Promise<boolean> {
  return transact(db, async (tx) => {
    await waitForTurn(tx);
    const before = await selectUsers(tx).where("a.email", "=", email.toLowerCase()).executeTakeFirst();
    if (!before) throw new AppError("user_not_found");
    return work(tx, before);
  });
}

const perPage = 500;

/** Returns all accounts by address, a page at a time. */
export async function* listAccounts(db: Database): AsyncGenerator<UserRow> {
  for (let after = ""; ; ) {
    const page = await selectUsers(db)
      .where("a.email", ">", after)
      .orderBy("a.email")
      .limit(perPage)
      .execute();
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < perPage) return;
    after = last.email;
  }
}
