import type { SlowStatement } from "@atoll/contract/operation/routes";

/** The slow statements of this node in the last hour. */
export interface SlowStatements {
  /** @param text SQL with placeholders, so without anybody's content. */
  add(seconds: number, text: string): void;
  /** Returns the slowest first. */
  recent(): SlowStatement[];
}

const keptMs = 3_600_000;
/** The length that a statement is cut to. */
const maxLength = 300;
/** The number of different statements that are remembered, and of those that are returned. */
const [maxKept, maxReturned] = [50, 10];

/** Remembers slow statements in memory, each once with its slowest time. */
export function createSlowStatements(now: () => number = Date.now): SlowStatements {
  const kept = new Map<string, { seconds: number; times: number; lastAt: number }>();

  function forgetOld(): void {
    for (const [statement, { lastAt }] of kept) if (now() - lastAt > keptMs) kept.delete(statement);
  }

  return {
    add(seconds, text) {
      const statement = text.replaceAll(/\s+/g, " ").trim().slice(0, maxLength);
      const known = kept.get(statement);
      // The last one seen is the last one forgotten.
      kept.delete(statement);
      kept.set(statement, {
        seconds: Math.max(seconds, known?.seconds ?? 0),
        times: (known?.times ?? 0) + 1,
        lastAt: now(),
      });
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    },
    recent() {
      forgetOld();
      return [...kept]
        .map(([statement, { seconds, times, lastAt }]) => ({
          statement,
          seconds,
          times,
          lastAt: new Date(lastAt).toISOString(),
        }))
        .sort((one, other) => other.seconds - one.seconds)
        .slice(0, maxReturned);
    },
  };
}
