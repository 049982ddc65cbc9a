import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { recordAct } from "../../../platform/audit.ts";
import { hashPassword } from "../../../platform/seals/passwords.ts";
import type { Database } from "../../../tables.ts";
import { removeFactors } from "../remove-factors.ts";
import { closeSessions } from "../sessions/end-sessions.ts";

export interface SuperAdministrator {
  id: string;
  email: string;
  name: string;
  isDisabled: boolean;
}

/** Returns everybody with the role super_admin, by email. */
export async function findSuperAdministrators(db: Database): Promise<SuperAdministrator[]> {
  const rows = await db
    .selectFrom("user_roles as ur")
    .innerJoin("roles as r", "r.id", "ur.role_id")
    .innerJoin("accounts as a", "a.id", "ur.user_id")
    .innerJoin("profiles as p", "p.id", "a.id")
    .select(["a.id", "a.email", "p.name", "a.disabled_at"])
    .where("r.name", "=", "super_admin")
    .orderBy("a.email")
    .execute();
  return rows.map(({ disabled_at, ...person }) => ({ ...person, isDisabled: disabled_at !== null }));
}

/**
 * Sets a new random password for a super administrator, ends their sessions, and enables a disabled account: the
 * operator's way to regain access. The audit log names no actor, since nobody was signed in.
 * @param alsoSecondFactor also removes their authenticator app, recovery codes and passkeys.
 * @returns the password, and the number of sessions that were ended.
 */
export async function resetAdministrator(
  db: Database,
  person: SuperAdministrator,
  { alsoSecondFactor }: { alsoSecondFactor: boolean },
): Promise<{ password: string; endedSessions: number }> {
  const password = randomBytes(15).toString("base64url");
  const passwordHash = await hashPassword(password);
  const subject = { type: "user", id: person.id, name: person.name };
  const endedSessions = await db.transaction().execute(async (tx) => {
    await tx
      .updateTable("accounts")
      .set({ password_hash: passwordHash, disabled_at: null, updated_at: new Date() })
      .set((row) => ({ version: row("version", "+", 1) }))
      .where("id", "=", person.id)
      .execute();
    // A person who forgot a password has probably tried some. Their network is hashed with the address, so all failures
    // are cleared.
    await tx.deleteFrom("sign_in_failures").where(sql<boolean>`true`).execute();
    const ended = await closeSessions(tx, person.id, "password reset by the operator");
    const act = { actor: undefined, address: "", subject };
    if (alsoSecondFactor) {
      await removeFactors(tx, person.id);
      await recordAct(tx, { ...act, action: "second-factor.removed" });
    }
    if (person.isDisabled) await recordAct(tx, { ...act, action: "user.enabled" });
    await recordAct(tx, { ...act, action: "password.set" });
    return ended;
  });
  return { password, endedSessions };
}
