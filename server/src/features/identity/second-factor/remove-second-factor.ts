import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { changeAs } from "../access.ts";
import { findAccount } from "../queries.ts";
import { recordRefusedProof } from "../record-refused-proof.ts";
import type { RequestViewer } from "../request-viewer.ts";
import type { Device } from "../sessions/device.ts";
import { clearCodeAttempts, takeCodeAttempt } from "../sessions/lockout.ts";
import { useCode } from "./use-code.ts";

/**
 * Removes the viewer's own authenticator app and recovery codes, given a code or a recovery code: a person at an open
 * session who has seen the password does not also have the app. The caller has confirmed the viewer's identity.
 * @throws {AppError} `second_factor_off`, `second_factor_needed` if one of the roles requires it,
 * `second_factor_wrong`, `second_factor_used`, `rate_limited` as at signing in.
 */
export async function removeSecondFactor(
  db: Database,
  viewer: RequestViewer,
  code: string,
  device: Device,
): Promise<void> {
  await assertRemovable(db, viewer.id);
  await takeCodeAttempt(db, viewer.email);
  await useCode(db, viewer, code, device).catch(async (error: unknown) => {
    const { id, name } = viewer;
    if (error instanceof AppError)
      await recordRefusedProof(db, { id, name, address: device.address }, error.code);
    throw error;
  });
  await clearCodeAttempts(db, viewer.email);
  await changeAs(db, viewer, async (tx) => {
    // Check again: a role may have been given since.
    await assertRemovable(tx, viewer.id);
    const removed = await tx
      .deleteFrom("second_factors")
      .where("user_id", "=", viewer.id)
      .returning("user_id")
      .executeTakeFirst();
    if (!removed) throw new AppError("second_factor_off");
    await tx.deleteFrom("recovery_codes").where("user_id", "=", viewer.id).execute();
    const person = { id: viewer.id, name: viewer.name };
    await recordAct(tx, {
      action: "second-factor.removed",
      actor: person,
      address: device.address,
      subject: { type: "user", ...person },
    });
  });
}

async function assertRemovable(db: Database, userId: string): Promise<void> {
  const account = await findAccount(db, { id: userId });
  if (!account?.has_second_factor) throw new AppError("second_factor_off");
  if (account.roles.some(({ requiresSecondFactor }) => requiresSecondFactor)) {
    throw new AppError("second_factor_needed");
  }
}
