import type { ErrorCode } from "@atoll/contract/errors/errors";
import type { passwordGrantSchema, Session, Viewer } from "@atoll/contract/identity/schemas";
import type { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import { verifyPassword } from "../../platform/seals/passwords.ts";
import { assertMayEnter, mustUsePasskey } from "./policy.ts";
import { presentViewer } from "./present.ts";
import { type AccountRow, findAccount } from "./queries.ts";
import { recordRefusal } from "./record-refusal.ts";
import { useCode } from "./second-factor/use-code.ts";
import type { Device } from "./sessions/device.ts";
import { type Attempt, clearCodeAttempts, takeAttempt, takeCodeAttempt } from "./sessions/lockout.ts";
import { type SessionDependencies, startSession } from "./sessions/start-session.ts";

/**
 * Signs a person in with email and password, and the code of their second factor where one is set up.
 * Specification, sections 4, 5 and 8. A refusal is in the audit log, but not one for asking too often.
 * @throws {AppError} `rate_limited`, `invalid_credentials` (the same answer in the same time for an unknown
 *   address and a wrong password), `account_disabled`, `email_not_confirmed`, `account_pending`,
 *   `second_factor_required` when the password was right and a code is missing, `second_factor_wrong`,
 *   `second_factor_used`; `passkey_required` when it was right and only a passkey is accepted.
 */
export async function signIn(
  deps: SessionDependencies,
  credentials: z.output<typeof passwordGrantSchema>,
  device: Device,
): Promise<{ session: Session; user: Viewer }> {
  const email = credentials.email.toLowerCase();
  const attempt = await takeAttempt(deps.db, email, device);
  const account = await findAccount(deps.db, { email });
  try {
    return await admit({ ...deps, attempt }, account, credentials, device);
  } catch (error) {
    if (error instanceof AppError && !unrecorded.includes(error.code)) {
      await recordRefusal(deps.db, { email, accountId: account?.id }, error.code, device);
    }
    throw error;
  }
}

/** Being asked for the code or a passkey is half of signing in; asking too often is no new refusal. */
const unrecorded: ErrorCode[] = ["second_factor_required", "passkey_required", "rate_limited"];

async function admit(
  { attempt, ...deps }: SessionDependencies & { attempt: Attempt },
  account: AccountRow | undefined,
  { password, secondFactorCode }: z.output<typeof passwordGrantSchema>,
  device: Device,
): Promise<{ session: Session; user: Viewer }> {
  const { db } = deps;
  if (!(await verifyPassword(account?.password_hash, password)) || !account) {
    throw new AppError("invalid_credentials");
  }
  // Not before the last proof: the password alone must not buy new tries at guessing the code.
  if (!account.has_second_factor) await attempt.clear();
  // Checked last: only the owner of an account may learn its state.
  assertMayEnter(account);
  if (mustUsePasskey(account)) throw new AppError("passkey_required");
  if (account.has_second_factor) {
    if (secondFactorCode === undefined) throw new AppError("second_factor_required");
    await takeCodeAttempt(db, account.email);
    await useCode(db, account, secondFactorCode, device);
    await clearCodeAttempts(db, account.email);
    await attempt.clear();
  }
  const session = await startSession(deps, account, device, "password");
  return { session, user: presentViewer(account, "password") };
}
