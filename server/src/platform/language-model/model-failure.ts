/** Why a model gave no answer, as far as people can act on it. */
export const failureReasons = [
  /** The guard refuses the address: not public, or it redirects. */
  "address_refused",
  "unreachable",
  /** The key is missing or wrong. */
  "not_authorized",
  /** There is no such model or path. */
  "not_found",
  /** It has too much to do, or a quota is used up. */
  "busy",
  /** It sent nothing for too long. */
  "stalled",
  /** The response did not follow the protocol, or ended halfway. */
  "broken",
  /** It ended without a word. */
  "empty",
  /** The server responded with another error. */
  "failed",
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** A failure of a model's server. The message is for the log, and never contains text of a response. */
export class ModelFailure extends Error {
  override name = "ModelFailure";
  readonly reason: FailureReason;
  constructor(reason: FailureReason, detail: string, options?: { cause?: unknown }) {
    super(`${reason}: ${detail}`, options);
    this.reason = reason;
  }
}

/** Returns the failure for a status other than 2xx. */
export function failureOfStatus(status: number): ModelFailure {
  if (status === 401 || status === 403) return new ModelFailure("not_authorized", `status ${status}`);
  if (status === 404) return new ModelFailure("not_found", `status ${status}`);
  if (status === 429 || status === 503) return new ModelFailure("busy", `status ${status}`);
  return new ModelFailure("failed", `status ${status}`);
}
