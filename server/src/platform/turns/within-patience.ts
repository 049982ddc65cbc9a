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
