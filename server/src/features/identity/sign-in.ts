import type { ErrorCode } from "@atoll/contract/errors/errors";
import type { passwordGrantSchema, Session, Viewer } from "@atoll/contract/identity/schemas";
import { hasRole } from "@atoll/contract/permissions";
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
import type { PasswordProof } from "./sign-in-kinds.ts";

interface SignInDependencies extends SessionDependencies {
  provePassword: PasswordProof;
}

/**
 * Signs a person in with email and password, and the code of their second factor where one is set up.
 * Specification, sections 4, 5 and 8. A refusal is in the audit log, but not one for asking too often.
 * @throws {AppError} `rate_limited`, `invalid_credentials` (the same answer in the same time for an unknown
 *   address and a wrong password), `account_disabled`, `email_not_confirmed`, `account_pending`,
 *   `second_factor_required` when the password was right and a code is missing, `second_factor_wrong`,
 *   `second_factor_used`; `directory_unavailable` instead of `invalid_credentials` while one is away; `passkey_required` when it was right and only a passkey is accepted.
 */
export async function signIn(
  deps: SignInDependencies,
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
  { attempt, ...deps }: SignInDependencies & { attempt: Attempt },
  known: AccountRow | undefined,
  { email, password, secondFactorCode }: z.output<typeof passwordGrantSchema>,
  device: Device,
): Promise<{ session: Session; user: Viewer }> {
  const { db } = deps;
  const account = await provenAccount(deps, known, { email: email.toLowerCase(), password });
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

/**
 * Returns the account whose password was right: here, or in the directory that has it. Super administrators also keep
 * theirs here, so that a directory that cannot be reached, or is set up wrongly, locks nobody out of the settings.
 * Every address takes the same steps, and while a directory is away it is what everyone who is not proved is told:
 * otherwise the answers would tell which addresses have an account here.
 * @throws {AppError} `invalid_credentials`, `directory_unavailable`.
 */
async function provenAccount(
  { db, provePassword }: SignInDependencies,
  known: AccountRow | undefined,
  { email, password }: { email: string; password: string },
): Promise<AccountRow> {
  const isRightHere = await verifyPassword(known?.password_hash, password);
  if (known && isRightHere && hasRole(known, "super_admin")) return known;
  const proof = await provePassword({ email, password, accountId: known?.id, isRightHere });
  if (typeof proof === "object") {
    const account = await findAccount(db, { id: proof.accountId });
    if (account) return account;
  }
  if (proof === undefined && known && isRightHere) return known;
  throw new AppError(proof === "unavailable" ? "directory_unavailable" : "invalid_credentials");
}
