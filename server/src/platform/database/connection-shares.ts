import { AppError } from "../app-error.ts";

/** Keeps connections of a pool free for everything else, whatever one kind of work does. */
export interface ConnectionShares {
  /**
   * Waits until work of this kind may take one more connection.
   * @returns gives it back.
   * @throws {AppError} `database_busy` when that takes too long.
   */
  take(kind: string | undefined): Promise<() => void>;
}

/**
 * Returns the shares of a pool. Work without a kind, such as finding out who asks and the checks of health, may take any
 * connection.
 * @param most connections of one kind at a time.
 */
export function createConnectionShares(most: number, waitMs: number): ConnectionShares {
  const kinds = new Map<string, { taken: number; waiting: (() => void)[] }>();

  function release(kind: string): void {
    const share = kinds.get(kind);
    if (!share) return;
    // The next in line takes it over.
    const next = share.waiting.shift();
    if (next) {
      next();
      return;
    }
    share.taken -= 1;
    if (share.taken === 0) kinds.delete(kind);
  }

  return {
    async take(kind) {
      if (kind === undefined) return () => undefined;
      const share = kinds.get(kind) ?? { taken: 0, waiting: [] };
      kinds.set(kind, share);
      if (share.taken < most) share.taken += 1;
      else await turnIn(share.waiting, kind, waitMs);
      return () => release(kind);
    },
  };
}

function turnIn(waiting: (() => void)[], kind: string, waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(start), 1);
      reject(new AppError("database_busy", { detail: `all connections for ${kind} are in use` }));
    }, waitMs);
    waiting.push(start);
  });
}
