import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../viewers.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { stepOfCode } from "./totp.ts";

/**
 * Finishes setting up the authenticator app with the first code that it shows.
 * @returns the recovery codes, which nobody can read again.
 * @throws {AppError} `second_factor_off` when nothing was begun, `second_factor_on`, `second_factor_wrong`.
 */
export async function confirmSecondFactor(
  db: Database,
  viewer: RequestViewer,
  code: string,
  address: string,
): Promise<string[]> {
  const recoveryCodes = newRecoveryCodes();
  await db.transaction().execute(async (tx) => {
    const begun = await tx
      .selectFrom("second_factors")
      .select(["secret", "confirmed_at"])
      .where("user_id", "=", viewer.id)
      .forUpdate()
      .executeTakeFirst();
    if (!begun) throw new AppError("second_factor_off");
    if (begun.confirmed_at) throw new AppError("second_factor_on");
    const step = stepOfCode(begun.secret, code);
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
    const person = { id: viewer.id, name: viewer.name };
    await recordAct(tx, {
      action: "second-factor.added",
      actor: person,
      address,
      subject: { type: "user", ...person },
    });
  });
  return recoveryCodes;
}
