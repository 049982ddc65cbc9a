import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import type { AccessTokens } from "./access-tokens.ts";
import type { Attempts } from "./attempts.ts";
import { verifyPassword } from "./passwords.ts";
import { assertMayEnter } from "./policy.ts";
import { presentViewer } from "./present.ts";
import { findAccount } from "./queries.ts";
import { type Device, startSession } from "./sessions.ts";

/**
 * Signs a person in with email and password. Specification, sections 4, 5 and 8.
 * @throws {AppError} `rate_limited`, `invalid_credentials` (the same answer in the same time for an unknown
 *   address and a wrong password), `account_disabled`, `email_not_confirmed`, `account_pending`.
 */
export async function signIn(
  deps: { db: Database; tokens: AccessTokens; attempts: Attempts },
  credentials: { email: string; password: string },
  device: Device,
): Promise<{ session: Session; user: Viewer }> {
  const email = credentials.email.toLowerCase();
  deps.attempts.check(email, device.address);
  const account = await findAccount(deps.db, { email });
  if (!(await verifyPassword(account?.password_hash, credentials.password)) || !account) {
    deps.attempts.failed(email, device.address);
    throw new AppError("invalid_credentials");
  }
  deps.attempts.succeeded(email, device.address);
  // Only now: what state an account is in is told to its owner alone.
  assertMayEnter(account);
  const session = await startSession(deps.db, deps.tokens, account.id, device);
  return { session, user: presentViewer(account) };
}
