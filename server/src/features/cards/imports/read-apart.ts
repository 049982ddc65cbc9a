import { createThread, ThreadEnded } from "../../../platform/threads/thread.ts";
import type { ParsedFile } from "./parsed-file.ts";

export interface ParseTask {
  format: "openapi" | "ddl";
  text: string;
}

const thread = createThread({
  script: new URL("./import-worker.ts", import.meta.url),
  memory: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  deadlineMs: 10_000,
});

/**
 * Reads a file off the main thread.
 * @throws {Error} with words for the person who imports it.
 */
export async function readApart(task: ParseTask): Promise<ParsedFile> {
  try {
    // The thread answers this task with this.
    return (await thread.run(task)) as ParsedFile;
  } catch (error) {
    if (error instanceof ThreadEnded) throw new Error("It takes too long or too much memory to read.");
    throw error;
  }
}
