/** The outcomes of single sign-on, as the server's redirect to the login page reports them. */
const outcomes = [
  ...(["done", "failed", "unknown", "pending", "unregistered"] as const),
  ...(["off", "too-large", "busy"] as const),
];
export type Outcome = (typeof outcomes)[number];

export interface LoginSearch {
  /** The page that a visitor came from. */
  origin?: string;
  "single-sign-on"?: Outcome;
  /** They came to make an account for themselves. */
  registration?: "disabled";
}

/** The parameters of the login page; what is not known is left out. */
export function parseLoginSearch(search: Record<string, unknown>): LoginSearch {
  const outcome = outcomes.find((candidate) => candidate === search["single-sign-on"]);
  return {
    ...(typeof search.origin === "string" ? { origin: search.origin } : {}),
    ...(outcome ? { "single-sign-on": outcome } : {}),
    ...(search.registration === "disabled" ? { registration: "disabled" } : {}),
  };
}
