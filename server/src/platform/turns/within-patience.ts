import { setTimeout as sleep } from "node:timers/promises";

/** A check of health that takes longer counts as failed. */
export const patienceMs = 5_000;

/** Waits for a check of health, and fails if it takes too long. The check itself goes on, unheard. */
export async function withinPatience<Result>(check: Promise<Result>): Promise<Result> {
  const limit = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: limit.signal, ref: false }).then(() => {
    throw new Error("it takes too long");
  });
  // The one that loses fails unheard.
  late.catch(() => undefined);
  check.catch(() => undefined);
  return Promise.race([check, late]).finally(() => limit.abort());
}

/** Timeouts that can be other than the standard ones. */
export interface Patience {
  silentMs?: number;
  lateSocketsMs?: number;
  /** Between two looks at which facilitators have their boards open. */
  leadersSeenMs?: number;
  /** The maximum duration of a search. */
  searchMs?: number;
  /** The maximum duration of a request to an API that is tried. */
  trialMs?: number;
  /** How long a language model may send nothing. */
  modelMs?: number;
  /** The first pause after the mail server could not be reached. */
  mailPauseMs?: number;
  /** How long an export of personal data or of everything may take. */
  exportMs?: number;
  /** How long a retention run waits for messages that are being posted. */
  postedMs?: number;
}
