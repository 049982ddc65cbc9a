import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { assertMayEnter } from "../policy.ts";
import { presentViewer } from "../present.ts";
import { findAccount } from "../queries.ts";
import { recordRefusal } from "../record-refusal.ts";
import type { Device } from "../sessions/device.ts";
import { type SessionDependencies, startSession } from "../sessions/start-session.ts";
import { assertNotLoggedOut } from "./end-by-provider.ts";
import { takeHandOverCode } from "./hand-over.ts";

/**
 * Starts a session for a person who has returned from the company's sign-on, which has asked for a second factor if it
 * requires one.
 * @param code from the browser's cookie.
 * @throws {AppError} `single_sign_on_failed` if it is missing, used or too old; `account_disabled`,
 *   `email_not_confirmed`, `account_pending`.
 */
export async function signInByCode(
  deps: SessionDependencies,
  code: string | undefined,
  device: Device,
): Promise<{ session: Session; user: Viewer }> {
  const { db } = deps;
  const taken = code === undefined ? undefined : await takeHandOverCode(db, code);
  const account = taken && (await findAccount(db, { id: taken.userId }));
  if (!account) throw new AppError("single_sign_on_failed");
  try {
    assertMayEnter(account);
  } catch (error) {
    if (error instanceof AppError) {
      await recordRefusal(db, { email: account.email, accountId: account.id }, error.code, device);
    }
    throw error;
  }
  const signOn = taken?.signOn;
  const prove = signOn && ((tx: Database) => assertNotLoggedOut(tx, signOn));
  const session = await startSession(deps, account, device, "single-sign-on", prove, signOn);
  return { session, user: presentViewer(account, "single-sign-on") };
}
