import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import type { AccountRow } from "../queries.ts";
import type { Device } from "../sessions/device.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { stepOfCode } from "./totp.ts";

/**
 * Uses up a code of an account's authenticator app, or one of its recovery codes: of two requests with the same code,
 * one succeeds.
 * @param code as parsed by `secondFactorCodeSchema` of the contract.
 * @throws {AppError} `second_factor_wrong`, `second_factor_used`.
 */
export async function useCode(
  db: Database,
  account: Pick<AccountRow, "id" | "name" | "email">,
  code: string,
  device: Device,
): Promise<void> {
  const outcome =
    code.length === 6
      ? await useAppCode(db, account.id, code)
      : await useRecoveryCode(db, account, code, device);
  if (outcome !== "right") throw new AppError(`second_factor_${outcome}`);
}

type Outcome = "right" | "wrong" | "used";

async function useAppCode(db: Database, userId: string, code: string): Promise<Outcome> {
  const factor = await db
    .selectFrom("second_factors")
    .select("secret")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  const step = factor && stepOfCode(factor.secret, code);
  if (step === undefined) return "wrong";
  // A code that was read over a shoulder is worth nothing after its owner has used it (RFC 6238, section 5.2).
  const used = await db
    .updateTable("second_factors")
    .set({ last_used_step: step })
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .where("last_used_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  return used ? "right" : "used";
}

function useRecoveryCode(
  db: Database,
  account: Pick<AccountRow, "id" | "name" | "email">,
  code: string,
  device: Device,
): Promise<Outcome> {
  return db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable("recovery_codes")
      .set({ used_at: new Date() })
      .where("user_id", "=", account.id)
      .where("code_hash", "=", hashRecoveryCode(account.id, code))
      .where("used_at", "is", null)
      .returning("user_id")
      .executeTakeFirst();
    if (!used) {
      const known = await tx
        .selectFrom("recovery_codes")
        .select("used_at")
        .where("user_id", "=", account.id)
        .where("code_hash", "=", hashRecoveryCode(account.id, code))
        .executeTakeFirst();
      return known ? "used" : "wrong";
    }
    const left = await tx
      .selectFrom("recovery_codes")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("user_id", "=", account.id)
      .where("used_at", "is", null)
      .executeTakeFirstOrThrow();
    const person = { id: account.id, name: account.name || account.email };
    await recordAct(tx, {
      action: "recovery-code.used",
      actor: person,
      address: device.address,
      subject: { type: "user", ...person },
      after: { codesLeft: Number(left.count) },
    });
    return "right";
  });
}
