import { isPending } from "@atoll/contract/permissions";
import type { Log } from "../../../platform/log/log.ts";
import type { Database } from "../../../tables.ts";
import { type AccountRow, findAccount } from "../queries.ts";
import { recordRefusal } from "../record-refusal.ts";
import type { Device } from "../sessions/device.ts";
import {
  type AdmissionRules,
  enterPerson,
  type MayLink,
  type PersonClaims,
  RegistrationFailed,
} from "./enter-person.ts";
import { makeHandOverCode } from "./hand-over.ts";

/** The result for the login page, and with `done` the code that its browser exchanges for a session. */
export type SignOnResult =
  | { outcome: "failed" | "unknown" | "pending" | "unregistered" | "too-large" }
  | { outcome: "done"; code: string };

/** A person authenticated by a provider of single sign-on. */
interface ProvenPerson {
  claims: PersonClaims;
  /** The provider's session. */
  sid: string | null;
  /** When the provider signed the person in, if it sends logout tokens. */
  issuedAt: Date | null;
  /** Applies the groups that the provider named to the person's account. */
  follow: (userId: string) => Promise<void>;
  /** Returns whether the first sign-in may link the account because of its address. */
  mayLink: MayLink;
}

/**
 * Lets a person in after a provider has authenticated them: finds or creates the account, applies their groups, and creates a
 * code for the hand-over. The reason of a failure is only logged.
 */
export async function admitPerson(
  deps: { db: Database; log: Log; config: AdmissionRules },
  { claims, sid, issuedAt, follow, mayLink }: ProvenPerson,
  device: Device,
): Promise<SignOnResult> {
  const { db, log } = deps;
  let account: AccountRow | undefined;
  try {
    const entered = await enterPerson({ ...deps, mayLink }, claims, device.address);
    if (entered) {
      await follow(entered.id);
      account = await findAccount(db, { id: entered.id });
    }
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
  const signOn = { issuer: claims.iss, subject: claims.sub, sid, issuedAt };
  return { outcome: "done", code: await makeHandOverCode(db, account.id, signOn) };
}

/** The address of the login page, which completes a sign-in or says why there is none. */
export function loginPage(outcome: SignOnResult["outcome"], origin?: string): { location: string } {
  const search = new URLSearchParams({ "single-sign-on": outcome, ...(origin ? { origin } : {}) });
  return { location: `/login?${search}` };
}
