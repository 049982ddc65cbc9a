import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { StartError } from "../../../platform/log/start-error.ts";
import { assertAcceptablePassword, hashPassword } from "../../../platform/seals/passwords.ts";
import type { Database } from "../../../tables.ts";
import { createAccount } from "./create-account.ts";

/** The first administrator is called so until they put in their own name. */
export const firstAdministratorName = "Administrator";

export interface FirstAdministrator {
  email: string;
  /** Only set for a generated password, which is printed once and never stored. */
  generatedPassword: string | undefined;
}

/**
 * Makes the first super administrator when there is none yet.
 * @returns undefined when there is one already.
 * @throws {StartError} when the address belongs to an account that is no super administrator, or the password is
 *   too easy to guess.
 */
export async function ensureFirstAdministrator(
  db: Database,
  wanted: { email: string; password: string | undefined },
): Promise<FirstAdministrator | undefined> {
  // A lock on a connection of its own, so that several nodes starting at once create one administrator.
  return db.connection().execute(async (locked) => {
    await sql`SELECT pg_advisory_lock(hashtext('atoll first administrator'))`.execute(locked);
    try {
      if (await hasSuperAdministrator(locked)) return undefined;
      const taken = await locked
        .selectFrom("accounts")
        .select("id")
        .where("email", "=", wanted.email)
        .executeTakeFirst();
      if (taken) {
        throw new StartError(
          `ATOLL_ADMIN_EMAIL is ${wanted.email}, which is an account without the role super_admin.`,
          "Choose another address for the first super administrator.",
        );
      }
      if (wanted.password) await refuseCommon(wanted.password, wanted.email);
      const generatedPassword = wanted.password ? undefined : randomBytes(15).toString("base64url");
      const password = wanted.password ?? generatedPassword ?? "";
      await createAccount(db, {
        email: wanted.email,
        name: firstAdministratorName,
        passwordHash: await hashPassword(password),
        roles: ["super_admin"],
      });
      return { email: wanted.email, generatedPassword };
    } finally {
      await sql`SELECT pg_advisory_unlock(hashtext('atoll first administrator'))`.execute(locked);
    }
  });
}

async function refuseCommon(password: string, email: string): Promise<void> {
  await assertAcceptablePassword(password, [email, "Atoll"]).catch((error: unknown) => {
    throw new StartError(
      "ATOLL_ADMIN_PASSWORD is too easy to guess.",
      "Choose another one, or leave it out: one is generated and printed once.",
      { cause: error },
    );
  });
}

async function hasSuperAdministrator(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom("user_roles as ur")
    .innerJoin("roles as r", "r.id", "ur.role_id")
    .select("ur.user_id")
    .where("r.name", "=", "super_admin")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
