import { BoundedMap } from "../keep-in-memory.ts";

const everyMs = 60_000;
/** Older subjects are dropped, and may be logged again. */
const maxSubjects = 1_000;

/** Returns a throttled logger: each subject is logged at most once a minute, with the number of occurrences since. */
export function logThrottled(): (subject: string, log: (times: number) => void) => void {
  const subjects = new BoundedMap<string, { loggedAt: number; times: number }>(maxSubjects);
  return (subject, log) => {
    const last = subjects.get(subject);
    const times = (last?.times ?? 0) + 1;
    const now = performance.now();
    if (last && now - last.loggedAt < everyMs) last.times = times;
    else {
      subjects.set(subject, { loggedAt: now, times: 0 });
      log(times);
    }
  };
}
