import { errorTexts } from "@atoll/contract/errors/error-texts";
import type { Outcome } from "../login-search.ts";

/** The text for the red box when a sign-on through the company led nowhere. */
export const signOnFailures: Record<Exclude<Outcome, "done">, string> = {
  failed: errorTexts.single_sign_on_failed,
  unknown: errorTexts.single_sign_on_unknown,
  pending: errorTexts.account_pending,
  unregistered: "Registration failed",
  off: "Signing in through your company is off. Please sign in another way, or ask an administrator.",
  "too-large": "Your company sent too much about you, such as too many groups. Please tell an administrator.",
  busy: "Signing in through your company is not possible right now. Please try again in a minute.",
};
