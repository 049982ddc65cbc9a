import { errorTexts } from "@atoll/contract/error-texts";

/** What the company's sign-on came to, as the server's way back to the login page says it. */
const outcomes = ["done", "failed", "unknown", "pending"] as const;
type Outcome = (typeof outcomes)[number];

export interface LoginSearch {
  /** The page that a visitor came from. */
  origin?: string;
  "single-sign-on"?: Outcome;
}

/** The parameters of the login page; what is not known is left out. */
export function parseLoginSearch(search: Record<string, unknown>): LoginSearch {
  const outcome = outcomes.find((candidate) => candidate === search["single-sign-on"]);
  return {
    ...(typeof search.origin === "string" ? { origin: search.origin } : {}),
    ...(outcome ? { "single-sign-on": outcome } : {}),
  };
}

/** The text for the red box when a sign-on through the company led nowhere. */
export const signOnFailures: Record<Exclude<Outcome, "done">, string> = {
  failed: errorTexts.single_sign_on_failed,
  unknown: errorTexts.single_sign_on_unknown,
  pending: errorTexts.account_pending,
};
