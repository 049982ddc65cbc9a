import { type ResourceLimits, Worker } from "node:worker_threads";

export interface ThreadOptions {
  script: URL;
  /** A task that takes longer ends the thread, and is refused. */
  deadlineMs: number;
  memory: ResourceLimits;
}

/** The thread ended before it answered: the task took too long or too much memory. */
export class ThreadEnded extends Error {}

export interface Thread {
  /** Has the thread do one task after the other. @throws {ThreadEnded}, or what the task threw, as an Error. */
  run(task: object): Promise<unknown>;
  /** Ends it, and starts none any more. */
  stop(): Promise<void>;
}

interface Waiting {
  task: object;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** The response of a thread. See `answerTasks`. */
export type ThreadAnswer = { answer: unknown } | { error: string };

/**
 * Returns a thread for work that must not block the process. It starts with the first task, does not keep the process
 * alive, and is replaced after a task that exceeded its limits.
 */
export function createThread({ script, deadlineMs, memory }: ThreadOptions): Thread {
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;
  let current: { task: Waiting; deadline: NodeJS.Timeout } | undefined;
  let isStopped = false;

  function start(): Worker {
    const started = new Worker(script, { resourceLimits: memory, execArgv: [] });
    started.unref();
    started.on("message", (answer: ThreadAnswer) => {
      if (started !== worker) return;
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
      clearTimeout(done.deadline);
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
    current = { task, deadline: setTimeout(() => giveUp("the deadline passed"), deadlineMs) };
    worker.postMessage(task.task);
  }

  return {
    run(task) {
      return new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject });
        next();
      });
    },
    async stop() {
      isStopped = true;
      const ending = worker;
      giveUp("stopped");
      await ending?.terminate();
    },
  };
}
