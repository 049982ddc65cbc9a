import { randomBytes } from "node:crypto";
import { newEmployeeSchema } from "@atoll/contract/administration/schemas";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import { StartError } from "../../../platform/log/start-error.ts";
import { rejectLookalikeName } from "../../../platform/lookalikes.ts";
import { hashPassword } from "../../../platform/seals/passwords.ts";
import type { Database } from "../../../tables.ts";
import { namesOfColleagues, waitForTurn } from "../../identity/public.ts";
import { assertNonePending, defaultRoleName } from "../policy.ts";
import { disableAccount, isDisabledHere } from "./disable-user.ts";
import { insertEmployees } from "./insert-employees.ts";
import { type ChosenRole, findRoleByName } from "./user-access.ts";
import { selectUsers, type UserRow } from "./user-queries.ts";

// Acts of administrators, done by the operator of the server, who has no account and all power: the same checks of values,
// the same writes and entries in the audit log, which name no actor.
const operator = { actor: undefined, address: "" };

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
  return transact(db, async (tx) => {
    await waitForTurn(tx);
    const before = await selectUsers(tx).where("a.email", "=", email.toLowerCase()).executeTakeFirst();
    if (!before) throw new AppError("user_not_found");
    const isChange = !isDisabledHere(before);
    if (isChange) await disableAccount(tx, before, operator);
    return isChange;
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
