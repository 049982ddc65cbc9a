import { parentPort } from "node:worker_threads";
import type { ThreadAnswer } from "./thread.ts";

/** Runs in the thread: performs each task that `createThread` sends, one after the other. */
export function answerTasks(perform: (task: unknown) => unknown): void {
  parentPort?.on("message", async (task: unknown) => {
    let answer: ThreadAnswer;
    try {
      answer = { answer: await perform(task) };
    } catch (error) {
      answer = { error: error instanceof Error ? error.message : String(error) };
    }
    parentPort?.postMessage(answer);
  });
  parentPort?.postMessage({ ready: true } satisfies ThreadAnswer);
}
