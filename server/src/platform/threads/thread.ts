import { type ResourceLimits, Worker } from "node:worker_threads";
import { assertOutsideTransaction } from "../database/transact.ts";

export interface ThreadOptions {
  script: URL;
  /** A task that computes for longer ends the thread, and is refused. Time in which a busy machine runs others is not counted. */
  deadlineMs: number;
  memory: ResourceLimits;
}

/** The thread ended before it answered: the task took too long or too much memory. */
export class ThreadEnded extends Error {}

export interface Thread {
  /**
   * Has the thread do one task after the other.
   * @param deadlineMs of this task; left out: the thread's own.
   * @throws {ThreadEnded}, or what the task threw, as an Error.
   */
  run(task: object, deadlineMs?: number): Promise<unknown>;
  /** Counts the threads that were started: with a new one, everything that the one before remembered is lost. */
  generation(): number;
  /** Ends it, and starts none any more. */
  stop(): Promise<void>;
}

interface Waiting {
  task: object;
  deadlineMs: number;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** The response of a thread; `ready` once it has loaded its code. See `answerTasks`. */
export type ThreadAnswer = { ready: true } | { answer: unknown } | { error: string };

/** Loading the code of a thread is not the task's fault. */
const startLimitMs = 120_000;
/** However busy the machine is, a task ends after so many of its deadlines. */
const maxDeadlines = 10;
/** The computing time of a thread that is nearly over is not asked for more often than this. */
const minWaitMs = 50;

/**
 * Returns a thread for work that must not block the process. It starts with the first task, does not keep the process
 * alive, and is replaced after a task that exceeded its limits.
 */
export function createThread({ script, memory, ...options }: ThreadOptions): Thread {
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;
  let isReady = false;
  let current: { task: Waiting; timers: NodeJS.Timeout[] } | undefined;
  let isStopped = false;
  let generation = 0;

  function start(): Worker {
    generation += 1;
    const started = new Worker(script, { resourceLimits: memory, execArgv: [] });
    isReady = false;
    started.unref();
    started.on("message", (answer: ThreadAnswer) => {
      if (started !== worker) return;
      if ("ready" in answer) {
        isReady = true;
        if (current) watch(started, current);
        return;
      }
      settle(({ resolve, reject }) =>
        "error" in answer ? reject(new Error(answer.error)) : resolve(answer.answer),
      );
    });
    const ended = (reason: unknown) => {
      if (started === worker) giveUp(String(reason));
    };
    started.on("error", ended);
    started.on("exit", ended);
    return started;
  }

  function giveUp(reason: string): void {
    const ending = worker;
    worker = undefined;
    void ending?.terminate();
    settle(({ reject }) => reject(new ThreadEnded(reason)));
  }

  function settle(how: (waiting: Waiting) => void): void {
    const done = current;
    current = undefined;
    if (done) {
      for (const timer of done.timers) clearTimeout(timer);
      how(done.task);
    }
    next();
  }

  function next(): void {
    if (current) return;
    const task = waiting.shift();
    if (!task) return void worker?.unref();
    if (isStopped) {
      task.reject(new ThreadEnded("stopped"));
      next();
      return;
    }
    worker ??= start();
    // A pending response keeps the process alive.
    worker.ref();
    current = { task, timers: [] };
    if (isReady) watch(worker, current);
    else endAfter(current, startLimitMs, "it did not start");
    worker.postMessage(task.task);
  }

  function endAfter(given: NonNullable<typeof current>, ms: number, reason: string): void {
    given.timers.push(setTimeout(() => given === current && giveUp(reason), ms));
  }

  /** Ends the thread when the task has computed for longer than it may, and at the latest after several deadlines. */
  function watch(thread: Worker, given: NonNullable<typeof current>): void {
    const { deadlineMs } = given.task;
    for (const timer of given.timers.splice(0)) clearTimeout(timer);
    endAfter(given, deadlineMs * maxDeadlines, "the machine was too busy");
    const before = computedMs(thread);
    const look = async () => {
      const [from, now] = [await before, await computedMs(thread)];
      if (given !== current) return;
      const leftMs = from === undefined || now === undefined ? 0 : deadlineMs - (now - from);
      if (leftMs <= 0) giveUp("the deadline passed");
      else given.timers.push(setTimeout(look, Math.max(minWaitMs, leftMs)));
    };
    given.timers.push(setTimeout(look, deadlineMs));
  }

  return {
    async run(task, deadlineMs = options.deadlineMs) {
      assertOutsideTransaction("a thread");
      return new Promise((resolve, reject) => {
        waiting.push({ task, deadlineMs, resolve, reject });
        next();
      });
    },
    generation: () => generation,
    async stop() {
      isStopped = true;
      const ending = worker;
      giveUp("stopped");
      await ending?.terminate();
    },
  };
}

/** Returns how long a thread has computed; undefined for one that has ended. */
async function computedMs(thread: Worker): Promise<number | undefined> {
  try {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return undefined;
  }
}
