import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { recordAct } from "../../../platform/audit.ts";
import { hashPassword } from "../../../platform/seals/passwords.ts";
import type { Database } from "../../../tables.ts";
import { mustUsePasskey } from "../policy.ts";
import { waitForTurn } from "../public.ts";
import { findAccount } from "../queries.ts";
import { removeFactors } from "../remove-factors.ts";
import { closeSessions } from "../sessions/close-sessions.ts";

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
 * @param alsoSecondFactor also removes their authenticator app, recovery codes and passkeys, and no role of theirs
 *   demands a passkey any more: where none works, they could not undo the demand.
 * @returns the password, the number of sessions that were ended, and what else they need to sign in.
 */
export async function resetAdministrator(
  db: Database,
  person: SuperAdministrator,
  { alsoSecondFactor }: { alsoSecondFactor: boolean },
): Promise<{ password: string; endedSessions: number; needsPasskey: boolean; freedRoles: string[] }> {
  const password = randomBytes(15).toString("base64url");
  const passwordHash = await hashPassword(password);
  const subject = { type: "user", id: person.id, name: person.name };
  return db.transaction().execute(async (tx) => {
    await waitForTurn(tx);
    await tx
      .updateTable("accounts")
      .set({
        password_hash: passwordHash,
        disabled_at: null,
        updated_at: new Date(),
        access_ended_at: new Date(),
      })
      .set((row) => ({ version: row("version", "+", 1) }))
      .where("id", "=", person.id)
      .execute();
    // A person who forgot a password has probably tried some. Their network is hashed with the address, so all failures
    // are cleared.
    await tx.deleteFrom("sign_in_failures").where(sql<boolean>`true`).execute();
    const endedSessions = await closeSessions(tx, person.id, "password reset by the operator");
    let freedRoles: string[] = [];
    const act = { actor: undefined, address: "", subject };
    if (alsoSecondFactor) {
      await removeFactors(tx, person.id);
      await recordAct(tx, { ...act, action: "second-factor.removed" });
      freedRoles = await endPasskeyDemands(tx, person.id);
    }
    if (person.isDisabled) await recordAct(tx, { ...act, action: "user.enabled" });
    await recordAct(tx, { ...act, action: "password.set" });
    const account = await findAccount(tx, { id: person.id });
    const needsPasskey = account !== undefined && mustUsePasskey(account);
    return { password, endedSessions, needsPasskey, freedRoles };
  });
}

/** The roles of a person that demanded a passkey do so no more. Returns their names. */
async function endPasskeyDemands(tx: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    UPDATE roles r SET requires_passkey = false, version = version + 1, updated_at = now()
    FROM user_roles ur WHERE ur.role_id = r.id AND ur.user_id = ${userId} AND r.requires_passkey
    RETURNING r.id, r.name`.execute(tx);
  for (const { id, name } of rows)
    await recordAct(tx, {
      action: "role.updated",
      actor: undefined,
      address: "",
      subject: { type: "role", id, name },
      before: { requiresPasskey: true },
      after: { requiresPasskey: false },
    });
  return rows.map(({ name }) => name);
}
