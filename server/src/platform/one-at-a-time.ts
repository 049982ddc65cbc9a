/** Work that is asked for often, and of which one run at a time is enough. */
export interface OneAtATime {
  /** Does the work; while it is under way already, once more after it. */
  now(): void;
  /** Settles when nothing is under way. */
  settled(): Promise<void>;
}

/** Runs the work, and runs it once more if it was requested again during the run. */
export function createOneAtATime(work: () => Promise<void>, onFailure: (error: unknown) => void): OneAtATime {
  let running: Promise<void> | undefined;
  let isDueAgain = false;
  async function run(): Promise<void> {
    do {
      isDueAgain = false;
      await work().catch(onFailure);
    } while (isDueAgain);
  }
  return {
    now(): void {
      isDueAgain = true;
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    settled: async () => running,
  };
}

/** Node's timers have a maximum, and the clock can be changed during the wait. */
const longestWaitMs = 60_000;

export interface Alarm {
  /** Something is due, or at another time than before. */
  now(): void;
  stop(): Promise<void>;
}

/**
 * Does what is due at times that the database knows: now, and again at the next of them. What a node that is not there
 * leaves behind, another one or a job does: `ring` must bear to be called on several at once.
 * @param untilNextMs how long it is to the next time; undefined: there is none.
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
