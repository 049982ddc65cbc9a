export interface LoopWatch {
  /** How long a piece of work held the event loop at a stretch, in milliseconds of the processor. */
  holdOf(work: () => Promise<unknown>): Promise<number>;
  close(): void;
}

/**
 * Watches the event loop of this thread, where server and test both run: what the thread works between two turns of a
 * timer is one stretch. Its own time on the processor, so that it counts the same on a machine that lets it wait.
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
