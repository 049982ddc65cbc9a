import { errors } from "@atoll/contract/errors/errors";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { type Act, recordAct } from "../../../platform/audit.ts";
import { rejectLookalikeName } from "../../../platform/lookalikes.ts";
import { assertAcceptablePassword, hashPassword, verifyPassword } from "../../../platform/seals/passwords.ts";
import type { Database } from "../../../tables.ts";
import { type ConfiguredNames, workspaceNames } from "../../workspace/public.ts";
import {
  changeAlone,
  type FollowedDirectory,
  followedDirectory,
  managedBy,
  namesOfColleagues,
} from "../public.ts";
import { type AccountRow, findAccount } from "../queries.ts";
import { recordRefusedProof } from "../record-refused-proof.ts";
import { closeSessions } from "../sessions/close-sessions.ts";
import type { Owner } from "../sessions/end-sessions.ts";
import { takeOwnersAttempt } from "../sessions/lockout.ts";

export interface OwnChange {
  name?: string | undefined;
  currentPassword?: string | undefined;
  password?: string | undefined;
}

/**
 * Changes one's own name, or one's password, which ends all other sessions; both or neither. Specification,
 * section 5 (password change): the current password is checked before anything else.
 * @param owner with the session that stays.
 * @throws {AppError} `current_password_wrong`, `rate_limited` after guessing at it, `password_too_common`, `name_looks_taken`,
 *   `password_unchanged` for the one that an administrator has handed over, `managed_by_directory` for the name of a
 *   person whose directory has it.
 */
export async function updateCurrentUser(
  deps: { db: Database; workspace: ConfiguredNames },
  owner: Owner & { sessionId: string },
  change: OwnChange,
): Promise<AccountRow> {
  const { db } = deps;
  const account = await findAccount(db, { id: owner.id });
  if (!account) throw new AppError("session_expired");
  const passwordHash = await hashNewPassword(deps, account, change, owner);
  // Administrators may be editing this very person.
  await changeAlone(db, owner, async (tx) => {
    const acts = [
      passwordHash ? await setPassword(tx, owner, account, passwordHash) : undefined,
      change.name !== undefined ? await rename(tx, owner, change.name) : undefined,
    ];
    for (const act of acts) if (act) await recordAct(tx, act);
  });
  return (await findAccount(db, { id: owner.id })) ?? account;
}

async function hashNewPassword(
  { db, workspace }: { db: Database; workspace: ConfiguredNames },
  account: AccountRow,
  { currentPassword = "", password, name }: OwnChange,
  owner: Owner & { sessionId: string },
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const attempt = await takeOwnersAttempt(db, owner.sessionId);
  if (!(await verifyPassword(account.password_hash, currentPassword))) {
    await recordRefusedProof(db, owner, "current_password_wrong");
    throw wrongPassword();
  }
  await attempt.clear();
  // The administrator who set this password knows it.
  if (account.must_choose_password && password === currentPassword) throw samePassword();
  const words = [account.email, account.name, name ?? "", ...(await workspaceNames(db, workspace))];
  await assertAcceptablePassword(password, words);
  return hashPassword(password);
}

async function setPassword(
  tx: Database,
  owner: Owner & { sessionId: string },
  account: AccountRow,
  passwordHash: string,
): Promise<Act> {
  const changed = await tx
    .updateTable("accounts")
    .set({ password_hash: passwordHash, must_choose_password: false, updated_at: sql<Date>`now()` })
    .where("id", "=", owner.id)
    // Only one of two concurrent changes can match the current password.
    .where("password_hash", "=", account.password_hash)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw wrongPassword();
  const count = await closeSessions(tx, owner.id, "password changed", owner.sessionId);
  return {
    action: "password.changed",
    actor: owner,
    address: owner.address,
    subject: { type: "user", id: owner.id, name: owner.name },
    after: { endedSessions: count },
  };
}

/** @returns undefined when it is the name that they have. */
async function rename(tx: Database, owner: Owner, name: string): Promise<Act | undefined> {
  const { rows } = await sql<{ before: string }>`
    UPDATE profiles p SET name = ${name}, updated_at = now()
    FROM (SELECT id, name FROM profiles WHERE id = ${owner.id} FOR UPDATE) old
    WHERE p.id = old.id AND old.name <> ${name} RETURNING old.name AS before`.execute(tx);
  const before = rows[0]?.before;
  if (before === undefined) return undefined;
  const { rows: followed } = await sql<{ directory: FollowedDirectory | null }>`
    SELECT ${followedDirectory(sql`${owner.id}::uuid`)} AS directory`.execute(tx);
  if (followed[0]?.directory) throw managedBy(followed[0].directory);
  await rejectLookalikeName(tx, name, namesOfColleagues(owner.id));
  // An administrator who is editing this person at the moment is told.
  await sql`UPDATE accounts SET version = version + 1, updated_at = now() WHERE id = ${owner.id}`.execute(tx);
  return {
    action: "profile.renamed",
    actor: { id: owner.id, name: before },
    address: owner.address,
    subject: { type: "user", id: owner.id, name },
    before: { name: before },
    after: { name },
  };
}

function samePassword(): AppError {
  return new AppError("password_unchanged", {
    fields: [{ path: "password", message: errors.password_unchanged.text }],
  });
}

function wrongPassword(): AppError {
  return new AppError("current_password_wrong", {
    fields: [{ path: "currentPassword", message: errors.current_password_wrong.text }],
  });
}
