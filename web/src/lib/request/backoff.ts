export interface BackoffOptions {
  /** The pause after the first failure, in milliseconds. */
  baseMs: number;
  maxMs: number;
  /** From 0 to 1; for tests. */
  random?: () => number;
}

/**
 * How long to wait after a number of failures in a row: doubling, up to a limit, with the upper half drawn by
 * lot, so that a thousand browsers do not come back in the same instant after a restart.
 */
export function backoffMs(failures: number, { baseMs, maxMs, random = Math.random }: BackoffOptions): number {
  const fullMs = Math.min(maxMs, baseMs * 2 ** Math.max(0, failures - 1));
  return fullMs / 2 + (fullMs / 2) * random();
}
