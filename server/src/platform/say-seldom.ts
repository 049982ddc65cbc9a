import { BoundedMap } from "./keep-in-memory.ts";

const everyMs = 60_000;
/** Older subjects are forgotten, and may be logged again. */
const maxSubjects = 1_000;

/** Returns a throttled logger: each subject is logged at most once a minute, with the number of occurrences since. */
export function saySeldom(): (subject: string, say: (times: number) => void) => void {
  const subjects = new BoundedMap<string, { saidAt: number; times: number }>(maxSubjects);
  return (subject, say) => {
    const last = subjects.get(subject);
    const times = (last?.times ?? 0) + 1;
    const now = performance.now();
    if (last && now - last.saidAt < everyMs) last.times = times;
    else {
      subjects.set(subject, { saidAt: now, times: 0 });
      say(times);
    }
  };
}
