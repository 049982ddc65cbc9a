import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { findAccount } from "../queries.ts";
import type { RequestViewer } from "../viewers.ts";

/**
 * Removes one's own authenticator app with its recovery codes. Whoever asks has shown that they are the owner.
 * @throws {AppError} `second_factor_off`, `second_factor_needed` when one of the roles asks for it.
 */
export async function removeSecondFactor(
  db: Database,
  viewer: RequestViewer,
  address: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await findAccount(tx, { id: viewer.id });
    if (!account?.has_second_factor) throw new AppError("second_factor_off");
    if (account.roles.some(({ requiresSecondFactor }) => requiresSecondFactor)) {
      throw new AppError("second_factor_needed");
    }
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
      address,
      subject: { type: "user", ...person },
    });
  });
}
