import { parentPort } from "node:worker_threads";
import type { ThreadAnswer } from "./thread.ts";

/** Runs in the thread: performs each task that `createThread` sends. */
export function answerTasks(perform: (task: unknown) => unknown): void {
  parentPort?.on("message", (task: unknown) => {
    let answer: ThreadAnswer;
    try {
      answer = { answer: perform(task) };
    } catch (error) {
      answer = { error: error instanceof Error ? error.message : String(error) };
    }
    parentPort?.postMessage(answer);
  });
  parentPort?.postMessage({ ready: true } satisfies ThreadAnswer);
}
