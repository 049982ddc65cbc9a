import { availableParallelism } from "node:os";
import { AppError } from "../../../platform/app-error.ts";
import { ThreadEnded } from "../../../platform/threads/thread.ts";
import { createThreadPool } from "../../../platform/threads/thread-pool.ts";
import { TooManyWaiting } from "../../../platform/turns/fair-turns.ts";
import { ownerOfWork } from "../../../platform/turns/owner-of-work.ts";
import type { ParsedFile } from "./parsed-file.ts";

export interface ParseTask {
  format: "openapi" | "ddl";
  text: string;
}

/** One file of a person is read at a time, and people take turns. */
const threads = createThreadPool({
  script: new URL("./import-worker.ts", import.meta.url),
  memory: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  deadlineMs: 10_000,
  size: Math.min(4, Math.max(2, availableParallelism() - 1)),
  mostWaiting: 5,
});

/**
 * Reads a file off the main thread, unless the person who sent it is gone before their turn.
 * @throws {AppError} `rate_limited` while too many files of the person wait; {Error} with words for them.
 */
export async function parseInWorker(task: ParseTask): Promise<ParsedFile> {
  const { owner, signal } = ownerOfWork();
  try {
    // The thread answers this task with this.
    return await threads.use(
      { owner, signal: signal?.() },
      async ({ run }) => (await run(task)) as ParsedFile,
    );
  } catch (error) {
    if (error instanceof TooManyWaiting) throw new AppError("rate_limited", { retryAfterSeconds: 5 });
    if (error instanceof ThreadEnded) throw new Error("It takes too long or too much memory to read.");
    throw error;
  }
}
