import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { changeAlone } from "../access.ts";
import type { RequestViewer } from "../request-viewer.ts";
import { closeSessions } from "../sessions/end-sessions.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { stepOfCode } from "./totp.ts";

/**
 * Finishes setting up the authenticator app with its first code.
 * @param wanted.endOtherSessions ends the sessions that were started without a code.
 * @returns the recovery codes, which cannot be read again.
 * @throws {AppError} `second_factor_off` if the set-up was not started, `second_factor_on`, `second_factor_wrong`.
 */
export async function confirmSecondFactor(
  db: Database,
  viewer: RequestViewer,
  wanted: { code: string; endOtherSessions: boolean },
  address: string,
): Promise<string[]> {
  const recoveryCodes = newRecoveryCodes();
  await changeAlone(db, viewer, async (tx) => {
    const pending = await tx
      .selectFrom("second_factors")
      .select(["secret", "confirmed_at"])
      .where("user_id", "=", viewer.id)
      .forUpdate()
      .executeTakeFirst();
    if (!pending) throw new AppError("second_factor_off");
    if (pending.confirmed_at) throw new AppError("second_factor_on");
    const step = stepOfCode(pending.secret, wanted.code);
    if (step === undefined) throw new AppError("second_factor_wrong");
    await tx
      .updateTable("second_factors")
      .set({ confirmed_at: new Date(), last_used_step: step })
      .where("user_id", "=", viewer.id)
      .execute();
    await tx.deleteFrom("recovery_codes").where("user_id", "=", viewer.id).execute();
    await tx
      .insertInto("recovery_codes")
      .values(
        recoveryCodes.map((recoveryCode) => ({
          user_id: viewer.id,
          code_hash: hashRecoveryCode(viewer.id, recoveryCode),
          used_at: null,
        })),
      )
      .execute();
    const endedSessions = wanted.endOtherSessions
      ? await closeSessions(tx, viewer.id, "second factor added", viewer.sessionId)
      : undefined;
    const person = { id: viewer.id, name: viewer.name };
    await recordAct(tx, {
      action: "second-factor.added",
      actor: person,
      address,
      subject: { type: "user", ...person },
      ...(endedSessions === undefined ? {} : { after: { endedSessions } }),
    });
  });
  return recoveryCodes;
}
