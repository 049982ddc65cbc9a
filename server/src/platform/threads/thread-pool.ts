import { createFairTurns } from "../turns/fair-turns.ts";
import { createThread, type Thread, type ThreadOptions } from "./thread.ts";

export interface Turn {
  /** The person or thing whose turn the task takes. Each has one task under way at a time. */
  owner: string;
  /** A key for what a thread caches: the thread of the last task with this affinity does the next one, if it is free. */
  affinity?: string | undefined;
  /** Removes the task from the queue. */
  signal?: AbortSignal | undefined;
}

export interface ThreadPool {
  /**
   * Lends a thread when the owner's turn comes.
   * @throws {TooManyWaiting}; the reason of the signal; what the work throws.
   */
  use<Result>(turn: Turn, work: (thread: PooledThread) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

export interface PooledThread extends Pick<Thread, "run"> {
  /** Names the memory of this thread: another one has another name, and so has this one after it had to be replaced. */
  name(): string;
}

/** How many affinities a pool remembers. */
const mostRemembered = 1_000;

/**
 * Returns several threads that do the work of many owners, in fair turns: an owner with much to do delays the others by
 * one task at most.
 * @param options.mostWaiting tasks that may wait for one owner.
 */
export function createThreadPool({
  size,
  mostWaiting,
  ...options
}: ThreadOptions & { size: number; mostWaiting: number }): ThreadPool {
  const turns = createFairTurns({ atOnce: size, mostWaiting });
  const threads = Array.from({ length: size }, (_, index) => ({ index, thread: createThread(options) }));
  const free = new Set(threads);
  const last = new Map<string, (typeof threads)[number]>();

  function take(affinity: string | undefined): (typeof threads)[number] {
    const known = affinity === undefined ? undefined : last.get(affinity);
    const chosen = known && free.has(known) ? known : free.values().next().value;
    if (!chosen) throw new Error("There are as many turns as threads");
    free.delete(chosen);
    return chosen;
  }

  function remember(affinity: string | undefined, thread: (typeof threads)[number]): void {
    if (affinity === undefined) return;
    last.delete(affinity);
    last.set(affinity, thread);
    for (const oldest of last.keys()) {
      if (last.size <= mostRemembered) break;
      last.delete(oldest);
    }
  }

  return {
    use: ({ owner, affinity, signal }, work) =>
      turns.run(
        owner,
        async () => {
          const taken = take(affinity);
          remember(affinity, taken);
          const { thread, index } = taken;
          try {
            return await work({ run: thread.run, name: () => `${index}.${thread.generation()}` });
          } finally {
            free.add(taken);
          }
        },
        signal,
      ),
    async stop() {
      await Promise.all(threads.map(({ thread }) => thread.stop()));
    },
  };
}
