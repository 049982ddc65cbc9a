import { createThread, type Thread } from "../../../platform/threads/thread.ts";
import type { DocumentTasks } from "./tasks.ts";

const script = new URL("./worker.ts", import.meta.url);
const memory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/**
 * Two threads for the whole process: one checks what is being typed, and must never wait for the other, which converts
 * whole documents.
 */
const checking: Thread = createThread({ script, memory, deadlineMs: 5_000 });
const converting: Thread = createThread({ script, memory, deadlineMs: 20_000 });

/** Does a task off the main thread. @throws {ThreadEnded} when it was too much for it. */
export async function perform<Name extends keyof DocumentTasks>(
  name: Name,
  input: DocumentTasks[Name]["input"],
): Promise<DocumentTasks[Name]["output"]> {
  const thread = name === "check" ? checking : converting;
  // The thread answers a task of this name with this name's output.
  return (await thread.run({ name, input })) as DocumentTasks[Name]["output"];
}
