import type { PasskeyProof } from "@atoll/contract/identity/passkey-schemas";
import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { assertMayEnter } from "../policy.ts";
import { presentViewer } from "../present.ts";
import { findAccount } from "../queries.ts";
import { recordRefusal } from "../record-refusal.ts";
import type { Device } from "../sessions/device.ts";
import { type SessionDependencies, startSession } from "../sessions/start-session.ts";
import { checkSignature } from "./verify-passkey.ts";

/**
 * Signs a person in with a passkey alone: their device has made sure of them by a finger, a face or a PIN, so no code is
 * asked for.
 * @throws {AppError} `passkey_failed`, the same for a passkey that nobody has, a challenge that is used or over and a
 *   wrong signature; `account_disabled`, `email_not_confirmed`, `account_pending`.
 */
export async function signInWithPasskey(
  deps: SessionDependencies,
  { proof, site }: { proof: PasskeyProof; site: string | null },
  device: Device,
): Promise<{ session: Session; user: Viewer }> {
  const { db } = deps;
  const passkey = await db
    .selectFrom("passkeys")
    .select(["id", "user_id", "site", "public_key", "signature_count"])
    .where("credential_id", "=", proof.id)
    .executeTakeFirst();
  // One of an earlier host name is worth nothing: somebody else may own that name now.
  if (!passkey || passkey.site !== site)
    throw new AppError("passkey_failed", { detail: "nobody has this passkey here" });
  const account = await findAccount(db, { id: passkey.user_id });
  if (!account) throw new AppError("passkey_failed", { detail: "the account is gone" });
  try {
    const { signatureCount, isSynced } = await checkSignature(db, proof, passkey);
    assertMayEnter(account);
    const session = await startSession(deps, account, device, "passkey", async (tx) => {
      // One that was removed at the same time lets nobody in.
      const { rows } = await sql`UPDATE passkeys
        SET signature_count = greatest(signature_count, ${signatureCount}), is_synced = ${isSynced}, last_used_at = now()
        WHERE id = ${passkey.id} RETURNING 1`.execute(tx);
      if (rows.length === 0) throw new AppError("passkey_failed", { detail: "the passkey was removed" });
    });
    return { session, user: presentViewer(account, "passkey") };
  } catch (error) {
    if (error instanceof AppError) {
      const tried = { email: account.email, accountId: account.id };
      await recordRefusal(db, tried, error.code, device);
    }
    throw error;
  }
}
