import { isPending } from "@atoll/contract/permissions";
import type { SingleSignOnConfig } from "../../../platform/configuration/single-sign-on-config.ts";
import type { Log } from "../../../platform/log/log.ts";
import type { Database } from "../../../tables.ts";
import type { AccountRow } from "../queries.ts";
import { recordRefusal } from "../record-refusal.ts";
import type { Device } from "../sessions/device.ts";
import { enterPerson, RegistrationFailed } from "./enter-person.ts";
import { makeHandOverCode } from "./hand-over.ts";
import type { Claims, Provider } from "./provider.ts";
import type { Attempt } from "./sealed-attempt.ts";

/** The result for the login page, and with `done` the code that its browser exchanges for a session. */
export type SignOnResult =
  | { outcome: "failed" | "unknown" | "pending" | "unregistered" }
  | { outcome: "done"; code: string };

/**
 * Completes a sign-in through the company: verifies the provider's response, finds the person, and creates a code for
 * the hand-over. The reason of a failure is only logged.
 */
export async function finishSignOn(
  deps: { db: Database; log: Log; config: SingleSignOnConfig; provider: Provider },
  answer: Record<string, string | undefined>,
  attempt: Attempt,
  device: Device,
): Promise<SignOnResult> {
  const { db, log, provider } = deps;
  let claims: Claims;
  try {
    claims = await provider.redeem(answer, attempt);
  } catch (error) {
    log.warn({ err: error }, "single sign-on: the provider's answer was refused, or it cannot be reached");
    await recordRefusal(db, { email: "unknown", accountId: undefined }, "single_sign_on_failed", device);
    return { outcome: "failed" };
  }
  let account: AccountRow | undefined;
  try {
    account = await enterPerson(deps, claims, device.address);
  } catch (error) {
    // This request comes from the provider, so there is no page of Atoll that could show a JSON error.
    log.error({ err: error }, "single sign-on: the account of a person could not be read or made");
    return { outcome: error instanceof RegistrationFailed ? "unregistered" : "failed" };
  }
  if (!account) {
    const tried = { email: claims.email ?? claims.sub, accountId: undefined };
    await recordRefusal(db, tried, "single_sign_on_unknown", device);
    return { outcome: "unknown" };
  }
  // Shown by the address of the sign-in page. Other reasons are returned in exchange for the code.
  if (isPending(account)) {
    await recordRefusal(db, { email: account.email, accountId: account.id }, "account_pending", device);
    return { outcome: "pending" };
  }
  return { outcome: "done", code: await makeHandOverCode(db, account.id) };
}
