import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../platform/app-error.ts";
import { assertMayEnter } from "./policy.ts";
import { presentViewer } from "./present.ts";
import { findAccount } from "./queries.ts";
import type { Cookies } from "./sessions/cookie-jar.ts";
import { deviceOf, keepDevice } from "./sessions/device.ts";
import { type SessionDependencies, startSession } from "./sessions/start-session.ts";

/**
 * Signs in a person who has just chosen their password with a link that only they have.
 * @throws {AppError} `account_disabled`, `email_not_confirmed` or `account_pending`; `session_expired` if the account
 *   has since been deleted.
 */
export async function signInProven(
  deps: SessionDependencies,
  userId: string,
  request: FastifyRequest,
  cookies: Cookies,
): Promise<{ session: Session; user: Viewer }> {
  const account = await findAccount(deps.db, { id: userId });
  if (!account) throw new AppError("session_expired");
  assertMayEnter(account);
  const device = deviceOf(request);
  const session = await startSession(deps, account, device, "password");
  keepDevice(request, cookies, device);
  return { session, user: presentViewer(account, "password") };
}
