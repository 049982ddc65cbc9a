import { Worker } from "node:worker_threads";
import { assertOutsideTransaction, outsideTransaction } from "../../../platform/database/transact.ts";
import { createFairTurns } from "../../../platform/turns/fair-turns.ts";
import type { Series } from "./series.ts";
import { type SeriesWork, seriesWork } from "./series-work.ts";

/** The functions of `SeriesWork`, called in a thread. */
export type SeriesApart = {
  [Name in keyof SeriesWork]: (
    ...args: Parameters<SeriesWork[Name]>
  ) => Promise<ReturnType<SeriesWork[Name]>>;
};

/** Far longer than any series within the limits takes. */
const deadlineMs = 20_000;
const idleMs = 60_000;
const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

const turns = createFairTurns({ atOnce: 1 });

/**
 * Returns functions that compute series in a thread. The thread starts with the first call and ends after a minute
 * without one. People take turns. An event that does not recur is computed at once, because it costs nothing.
 * @param owner whose turn it takes: a person, or a job.
 */
export function seriesApart(owner: string): SeriesApart {
  /** @param key what the result depends on. */
  const call = <Name extends keyof SeriesWork>(
    name: Name,
    args: Parameters<SeriesWork[Name]>,
    key: readonly unknown[] = args,
  ) =>
    outsideTransaction(`series ${name} ${JSON.stringify(key)}`, () =>
      turns.run(owner, () => ask<ReturnType<SeriesWork[Name]>>({ name, args })),
    );
  return {
    check: async (...args) => (isOnce(args[0]) ? seriesWork.check(...args) : call("check", args)),
    occurrencesAmong: async (...args) =>
      isOnce(args[0]) ? seriesWork.occurrencesAmong(...args) : call("occurrencesAmong", args),
    givenByRule: async (...args) =>
      isOnce(args[0]) ? seriesWork.givenByRule(...args) : call("givenByRule", args),
    split: async (...args) => (isOnce(args[0]) ? seriesWork.split(...args) : call("split", args)),
    // Without the time: a transaction that runs again begins some milliseconds later.
    derive: async (...args) =>
      isOnce(args[0]) ? seriesWork.derive(...args) : call("derive", args, args.slice(0, 2)),
  };
}

function isOnce({ rule, added }: Series): boolean {
  return rule === null && added.length === 0;
}

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/** One call runs at a time, so the next message is its response. */
function ask<Answer>(call: { name: string; args: readonly unknown[] }): Promise<Answer> {
  assertOutsideTransaction("the thread for series");
  clearTimeout(idle);
  const worker = thread ?? start();
  worker.ref();
  return new Promise<Answer>((resolve, reject) => {
    const onMessage = (answer: { value: Answer } | { failure: string }) => {
      finish();
      worker.unref();
      idle = setTimeout(stop, idleMs).unref();
      if ("value" in answer) resolve(answer.value);
      else reject(new Error(answer.failure));
    };
    const onEnd = (cause: unknown) => {
      finish();
      stop();
      reject(new Error("The thread for series ended", { cause }));
    };
    const finish = () => {
      clearTimeout(deadline);
      worker.off("message", onMessage).off("error", onEnd).off("exit", onEnd);
    };
    const deadline = setTimeout(() => onEnd("the deadline passed"), deadlineMs);
    worker.on("message", onMessage).on("error", onEnd).on("exit", onEnd);
    worker.postMessage(call);
  });
}

function start(): Worker {
  const script = new URL("./series-worker.ts", import.meta.url);
  const worker = new Worker(script, { resourceLimits: memory, execArgv: [] });
  // No handler listens between two calls, and an unhandled error would end the process.
  worker.on("error", () => undefined);
  worker.once("exit", () => {
    if (thread === worker) thread = undefined;
  });
  thread = worker;
  return worker;
}

function stop(): void {
  void thread?.terminate();
  thread = undefined;
}
