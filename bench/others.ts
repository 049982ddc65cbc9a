import { Worker } from "node:worker_threads";
import type { OthersData } from "./others-thread.ts";

export interface Others {
  /** How long each of their requests took since this was last asked, in milliseconds. */
  take(): Promise<number[]>;
  stop(): Promise<void>;
}

/**
 * People who go on with their work while something large happens: one request after the other each. In a thread of its
 * own, as their browsers are machines of their own: what this process does with thousands of sockets would count as
 * the server's.
 */
export function startOthers(workerData: OthersData): Others {
  const worker = new Worker(new URL("./others-thread.ts", import.meta.url), { workerData });
  const failed = new Promise<never>((_resolve, reject) => worker.once("error", reject));
  failed.catch(() => {});
  return {
    async take() {
      const answer = new Promise<number[]>((resolve) => worker.once("message", resolve));
      worker.postMessage("take");
      return Promise.race([answer, failed]);
    },
    async stop() {
      await worker.terminate();
    },
  };
}
