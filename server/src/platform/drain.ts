import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "./log/log.ts";

/** Longer than any request should take. A process that hangs must still exit. */
const limitMs = 20_000;
/**
 * Ctrl-C in a terminal reaches the process twice, from the terminal and from npm. Signals within this time count as
 * one.
 */
const sameSignalMs = 1_000;

export interface Drain {
  /**
   * Registers something that was started. Everything is stopped in reverse order. After `limitMs` the drain continues
   * without it.
   */
  add(name: string, stop: () => Promise<void>, limitMs?: number): void;
  /** Stops what has been started so far, when the start fails. Returns whether everything stopped cleanly. */
  stopAll(): Promise<boolean>;
  /** Returns whether the drain has started, so no new work should begin. */
  isDraining(): boolean;
}

/**
 * Stops everything in reverse order on Ctrl-C or SIGTERM, and exits with 0. A second, later signal exits immediately
 * with 1.
 */
export function drainOnSignal(options: { log: Log; say: (line: string) => void }): Drain {
  const steps: { name: string; stop: () => Promise<void>; limitMs: number | undefined }[] = [];
  let since: number | undefined;

  async function drain(): Promise<void> {
    options.say("\nStopping: finishing what is under way ...");
    const timer = setTimeout(() => {
      options.say("It takes too long; leaving now.");
      process.exit(1);
    }, limitMs);
    timer.unref();
    const inOrder = await stopAll();
    options.say("Stopped.");
    process.exit(inOrder ? 0 : 1);
  }

  async function stopAll(): Promise<boolean> {
    let inOrder = true;
    for (const { name, stop, limitMs } of steps.splice(0).toReversed()) {
      await within(stop(), limitMs, () => options.log.warn(`stopping takes too long: ${name}`)).catch(
        (error: unknown) => {
          inOrder = false;
          options.log.error({ err: error }, `stopping failed: ${name}`);
        },
      );
    }
    return inOrder;
  }

  const onSignal = () => {
    if (since === undefined) {
      since = performance.now();
      void drain();
    } else if (performance.now() - since > sameSignalMs) {
      options.say("Leaving at once.");
      process.exit(1);
    }
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  process.on("SIGHUP", onSignal);
  // The command that started this process has ended, so nothing else would stop it.
  process.on("disconnect", onSignal);
  return {
    add(name, stop, limitMs) {
      steps.push({ name, stop, limitMs });
    },
    stopAll,
    isDraining: () => since !== undefined,
  };
}

async function within(
  stopped: Promise<void>,
  limitMs: number | undefined,
  onLate: () => void,
): Promise<void> {
  if (limitMs === undefined) return stopped;
  const limit = new AbortController();
  const late = sleep(limitMs, undefined, { signal: limit.signal }).then(onLate);
  late.catch(() => undefined);
  await Promise.race([stopped, late]).finally(() => limit.abort());
}
