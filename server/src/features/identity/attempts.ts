import { AppError } from "../../platform/app-error.ts";

const windowMs = 5 * 60_000;
const maxFailures = 10;
/** Beyond this many keys the oldest go: memory must not grow with an attacker's imagination. */
const maxKeys = 50_000;

export interface Attempts {
  /** @throws {AppError} `rate_limited` when this pair has failed too often lately. */
  check(email: string, address: string): void;
  failed(email: string, address: string): void;
  succeeded(email: string, address: string): void;
}

/**
 * Counts failed sign-ins for a pair of account and network address. The pair, not the account alone: else
 * anyone could lock a colleague out by guessing.
 */
export function countAttempts(now: () => number = Date.now): Attempts {
  const failures = new Map<string, { count: number; until: number }>();
  const keyOf = (email: string, address: string) => `${email} ${address}`;
  return {
    check(email, address) {
      const entry = failures.get(keyOf(email, address));
      if (entry && entry.until > now() && entry.count >= maxFailures) throw new AppError("rate_limited");
    },
    failed(email, address) {
      const key = keyOf(email, address);
      const entry = failures.get(key);
      const count = entry && entry.until > now() ? entry.count + 1 : 1;
      failures.delete(key);
      failures.set(key, { count, until: now() + windowMs });
      const oldest = failures.keys().next();
      if (failures.size > maxKeys && !oldest.done) failures.delete(oldest.value);
    },
    succeeded(email, address) {
      failures.delete(keyOf(email, address));
    },
  };
}
