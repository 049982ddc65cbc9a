import { ApiError, type ApiErrorCode } from "./api-error.ts";

/**
 * The outcome of a failed request, which determines what the sender does next.
 * - `unanswered`: no response, or one that is not from Atoll. The request may have arrived. Retry when connected.
 * - `in-trouble`: the server cannot respond at the moment. Retry after a pause.
 * - `too-often`: rate-limited. Retry after a longer pause.
 * - `signed-out`: the session has ended. The sign-in page knows why (`isSessionOver`).
 * - `refused`: the request was processed and refused. A retry would fail too, so the person is told.
 */
export type Verdict = "unanswered" | "in-trouble" | "too-often" | "signed-out" | "refused";

/** Undefined for what is no answer of a server: a mistake of ours, or a caller that gave up. */
export function judge(error: unknown): Verdict | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { code, status } = error;
  if (code === "network_error") return "unanswered";
  if (status >= 500) return "in-trouble";
  if (status === 429) return "too-often";
  if (status === 401) return "signed-out";
  return status >= 400 ? "refused" : undefined;
}

/** The server looked at what was asked and said no. Everything else may pass: no answer, too many tries, a restart. */
export function isRefusal(error: unknown): boolean {
  return judge(error) === "refused";
}

/** Waiting a moment can mend it: worth asking again unasked. */
export function maySoonPass(error: unknown): boolean {
  const verdict = judge(error);
  return verdict === "unanswered" || verdict === "in-trouble";
}

/** One of these codes, where a refusal needs an answer of its own. */
export function hasCode(error: unknown, ...codes: readonly ApiErrorCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}

/** Answers to a refresh that say the session is over. Anything else may pass, so the session is kept. */
export function isSessionOver(error: unknown): error is ApiError {
  return hasCode(
    error,
    "invalid_request",
    "not_authenticated",
    "invalid_credentials",
    "session_expired",
    "session_over_age",
    "account_pending",
    "account_disabled",
    "email_not_confirmed",
  );
}

/** Returns whether someone has saved the thing since it was read. Refetch it, and keep what was typed. */
export function isChangedMeanwhile(error: unknown): boolean {
  return hasCode(error, "changed_meanwhile");
}

/** The name has an owner, or looks like one that has: to be said at the field. Of whatever kind of thing. */
export function isNameTaken(error: unknown): boolean {
  return error instanceof ApiError && /^name_looks_taken$|_name_taken$/.test(error.code);
}
