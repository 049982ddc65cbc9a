/** A queue that members fill, of work that is too heavy to run all at once. */
export interface FairTurns {
  /**
   * Runs the work when its owner's turn comes. The work must end soon after its signal is aborted.
   * @param owner whose work it is, such as a person's id.
   * @param signal stops it: waiting work never starts. By default it waits until its turn comes.
   * @throws the signal's reason; {TooManyWaiting}; what the work throws.
   */
  run<Result>(
    owner: string,
    work: (signal: AbortSignal) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
}

/** The owner has as much work in the queue as one owner may have. */
export class TooManyWaiting extends Error {
  constructor() {
    super("This owner has too much work in the queue");
    this.name = "TooManyWaiting";
  }
}

/**
 * Returns a queue that serves owners in turn, one piece of work at a time for each, so that an owner with many delays
 * another by at most one.
 * @param options.atOnce pieces of work that run at the same time, of different owners.
 * @param options.mostWaiting pieces of work that may wait for one owner; more are refused.
 */
export function createFairTurns({
  atOnce,
  mostWaiting = Number.POSITIVE_INFINITY,
}: {
  atOnce: number;
  mostWaiting?: number;
}): FairTurns {
  /** In the order of the next turns: a served owner goes to the end. */
  const waiting = new Map<string, (() => void)[]>();
  const running = new Set<string>();

  function serve(): void {
    for (const [owner, queue] of waiting) {
      if (running.size >= atOnce) return;
      if (running.has(owner)) continue;
      waiting.delete(owner);
      const next = queue.shift();
      if (queue.length > 0) waiting.set(owner, queue);
      running.add(owner);
      next?.();
    }
  }

  function turnOf(owner: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queue = waiting.get(owner) ?? [];
    if (queue.length >= mostWaiting) throw new TooManyWaiting();
    waiting.set(owner, queue);
    const start = () => {
      signal.removeEventListener("abort", leave);
      resolve();
    };
    const leave = () => {
      queue.splice(queue.indexOf(start), 1);
      if (queue.length === 0) waiting.delete(owner);
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    queue.push(start);
    serve();
    return promise;
  }

  return {
    async run(owner, work, signal = new AbortController().signal) {
      signal.throwIfAborted();
      await turnOf(owner, signal);
      try {
        signal.throwIfAborted();
        return await work(signal);
      } finally {
        running.delete(owner);
        serve();
      }
    },
  };
}
