import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import { hashLinkToken } from "../../../platform/seals/link-tokens.ts";
import { assertAcceptablePassword, hashPassword } from "../../../platform/seals/passwords.ts";
import type { Database } from "../../../tables.ts";
import { notify } from "../../notifications/public.ts";
import { holdAbsent, waitForTurn } from "../public.ts";
import { type AccountRow, findAccount } from "../queries.ts";
import { closeSessions } from "../sessions/close-sessions.ts";
import { describeDevice } from "../sessions/describe-device.ts";
import type { Device } from "../sessions/device.ts";
import { forgetAttempts } from "../sessions/lockout.ts";
import { mayEnter } from "./may-enter.ts";

/**
 * Sets the password that a person has chosen with a mailed link, and ends all their sessions and access without one.
 * They then sign in with it, and with their second factor if they have one: the link stands in for the password only.
 * @param names of the product and the company, which are not accepted as passwords.
 * @throws {AppError} `password_too_common`; `link_not_valid`, the same for a link that is unknown, used or expired, of
 *   an earlier address, and of an account that may not sign in.
 */
export async function resetPassword(
  { db, names }: { db: Database; names: readonly string[] },
  { token, password }: { token: string; password: string },
  device: Device,
): Promise<void> {
  const account = await accessResetByLink(db, token);
  await assertAcceptablePassword(password, [account.name, account.email, ...names]);
  // Hash before the transaction, because it is slow on purpose.
  const passwordHash = await hashPassword(password);
  await transact(db, async (tx) => {
    // Administrators may be editing this person. Of two uses of one link, the second finds it used.
    await waitForTurn(tx);
    const { id, email } = await accessResetByLink(tx, token);
    const held = await holdAbsent(tx, id);
    if (held?.email !== email) throw new AppError("link_not_valid");
    // A trigger deletes all links of the account.
    await sql`UPDATE accounts SET password_hash = ${passwordHash}, must_choose_password = false,
        version = version + 1, updated_at = now(), access_ended_at = now() WHERE id = ${id}`.execute(tx);
    await forgetAttempts(tx, email, device.address);
    const endedSessions = await closeSessions(tx, id, "password reset by mail");
    const facts = { device: describeDevice(device.userAgent), address: device.address };
    await notify(tx, { kind: "password.reset", subjectId: id, people: [id], facts });
    const person = { id, name: held.name || email };
    await recordAct(tx, {
      action: "password.reset",
      actor: person,
      address: device.address,
      subject: { type: "user", ...person },
      after: { endedSessions },
    });
  });
}

/**
 * The account of a link that works.
 * @throws {AppError} `link_not_valid`.
 */
export async function accessResetByLink(db: Database, token: string): Promise<AccountRow> {
  const reset = await db
    .selectFrom("password_resets")
    .select(["user_id", "email"])
    .where("token_hash", "=", hashLinkToken(token))
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  const account = reset && (await findAccount(db, { id: reset.user_id }));
  const isUsable =
    account && account.email === reset.email && account.password_hash !== null && mayEnter(account);
  if (!isUsable) throw new AppError("link_not_valid");
  return account;
}
