import { AsyncLocalStorage } from "node:async_hooks";

/** Work that is requested often, and that runs only once at a time. */
export interface OneAtATime {
  /** Runs the work, or once more after the current run. Resolves after the run that began after this call. */
  now(): Promise<void>;
  /** Resolves when nothing is running. */
  settled(): Promise<void>;
}

/**
 * Runs the work, and runs it once more if it was requested again during the run. It runs in the context of this call, as
 * several requests may share a run.
 */
export function createOneAtATime(work: () => Promise<void>, onFailure: (error: unknown) => void): OneAtATime {
  const inOwnContext = AsyncLocalStorage.snapshot();
  let running: Promise<void> | undefined;
  /** The run after the current one, which all callers share until it begins. */
  let next: Promise<void> | undefined;
  function begin(): Promise<void> {
    next = undefined;
    running = inOwnContext(work)
      .catch(onFailure)
      .finally(() => {
        running = undefined;
      });
    return running;
  }
  return {
    now() {
      if (next || !running) return next ?? begin();
      next = running.then(begin);
      return next;
    },
    async settled() {
      for (let last = next ?? running; last; last = next ?? running) await last;
    },
  };
}

/** Node's timers have a maximum, and the clock can be changed during the wait. */
const longestWaitMs = 60_000;

export interface Alarm {
  /** Call it when something is due, or its time has changed. */
  now(): void;
  stop(): Promise<void>;
}

/**
 * Runs work at times stored in the database: now, and again at the next time. Another node or a job does the work of a
 * node that is down, so `ring` must work when several nodes call it at once.
 * @param untilNextMs returns the time until the next run. Undefined if there is none.
 */
export function createAlarm(options: {
  ring: (signal: AbortSignal) => Promise<void>;
  untilNextMs: () => Promise<number | undefined>;
  onFailure: (error: unknown) => void;
}): Alarm {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const work = createOneAtATime(
    async () => {
      await options.ring(stopping.signal);
      const nextMs = await options.untilNextMs();
      clearTimeout(timer);
      if (nextMs === undefined || stopping.signal.aborted) return;
      timer = setTimeout(work.now, Math.min(Math.max(nextMs, 0) + 1, longestWaitMs)).unref();
    },
    (error) => {
      if (!stopping.signal.aborted) options.onFailure(error);
    },
  );
  return {
    now: work.now,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await work.settled();
    },
  };
}
