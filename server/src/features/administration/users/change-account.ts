import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { findUser, type UserRow } from "./user-queries.ts";

/**
 * Updates an account and increments its version, so that editors of it get a conflict.
 * @returns the updated account.
 */
export async function changeAccount(
  tx: Database,
  userId: string,
  values: { disabled_at?: Date | null; password_hash?: string } = {},
): Promise<UserRow> {
  await tx
    .updateTable("accounts")
    .set((eb) => ({ ...values, version: eb("version", "+", 1), updated_at: new Date() }))
    .where("id", "=", userId)
    .execute();
  const after = await findUser(tx, userId, true);
  if (!after) throw new AppError("user_not_found");
  return after;
}
