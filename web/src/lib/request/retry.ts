import { type BackoffOptions, backoffMs } from "./backoff.ts";

/** Tries something again and again, less and less often, until it works. */
export interface Retry {
  /** It failed: it is tried again after a pause, which is longer after every failure in a row. */
  later(): void;
  /** It worked. */
  reset(): void;
  /** It is tried at this moment anyway. */
  cancel(): void;
  /** Tries no more, whatever fails from now on. */
  stop(): void;
}

export function createRetry(
  again: () => void,
  pause: BackoffOptions = { baseMs: 1000, maxMs: 30_000 },
): Retry {
  let failures = 0;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  return {
    later() {
      cancel();
      if (isStopped) return;
      failures += 1;
      timer = setTimeout(again, backoffMs(failures, pause));
    },
    reset() {
      failures = 0;
    },
    cancel,
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
