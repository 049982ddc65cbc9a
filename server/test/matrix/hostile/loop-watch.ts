export interface LoopWatch {
  /** Returns how long some work blocked the event loop at a stretch, in milliseconds of CPU. */
  holdOf(work: () => Promise<unknown>): Promise<number>;
  close(): void;
}

/**
 * Watches the event loop of this thread, in which server and test both run. The CPU time between two turns of a timer
 * is one stretch, so that it is the same on a busy machine.
 */
export function createLoopWatch(): LoopWatch {
  let before = threadMs();
  let longestMs = 0;
  function turn(): void {
    const now = threadMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
  }
  const timer = setInterval(turn, 1);
  return {
    async holdOf(work) {
      turn();
      longestMs = 0;
      await work();
      turn();
      return longestMs;
    },
    close: () => clearInterval(timer),
  };
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}
