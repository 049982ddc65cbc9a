import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { outsideTransaction } from "../../../platform/database/transact.ts";
import { createThreadPool, type ThreadPool } from "../../../platform/threads/thread-pool.ts";
import { ownerOfWork } from "../../../platform/turns/owner-of-work.ts";
import type { DocumentTasks } from "../thread-tasks.ts";

const script = new URL("./worker.ts", import.meta.url);
const memory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };
const size = Math.min(4, Math.max(2, availableParallelism() - 1));

/**
 * Two groups of threads: those that check what is being typed must never wait for those that convert whole documents.
 * In both, people take turns.
 */
export const checking: ThreadPool = createThreadPool({
  script,
  memory,
  deadlineMs: 5_000,
  size,
  mostWaiting: 64,
});
const converting: ThreadPool = createThreadPool({
  script,
  memory,
  deadlineMs: 20_000,
  size,
  mostWaiting: 64,
});

/** Converting takes a second at most, and longer for a large text: its bytes explain some of it. */
const leastDeadlineMs = 2_000;
const deadlineMsPerByte = 1 / 50;
const mostDeadlineMs = 20_000;

type Conversion = Exclude<keyof DocumentTasks, "check">;

/**
 * Converts off the main thread, and never while a transaction waits.
 * @throws {ThreadEnded} when it was too much for the thread; {TooManyWaiting}.
 */
export async function perform<Name extends Conversion>(
  name: Name,
  input: DocumentTasks[Name]["input"],
): Promise<DocumentTasks[Name]["output"]> {
  const { owner, signal } = ownerOfWork();
  const { hash, bytes } = measure(input);
  const deadlineMs = Math.min(mostDeadlineMs, leastDeadlineMs + bytes * deadlineMsPerByte);
  return outsideTransaction(`document ${name} ${hash}`, () =>
    converting.use(
      { owner, signal: signal?.() },
      // The thread answers a task of this name with this name's output.
      async ({ run }) => (await run({ name, input }, deadlineMs)) as DocumentTasks[Name]["output"],
    ),
  );
}

function measure(input: DocumentTasks[Conversion]["input"]): { hash: string; bytes: number } {
  const digest = createHash("sha1");
  let bytes = 0;
  const count = (part: string | Uint8Array) => {
    digest.update(part);
    bytes += part.length;
  };
  if ("markdown" in input) count(input.markdown);
  if ("pages" in input) {
    for (const { markdown } of input.pages) count(markdown);
    // Photos are packed with the text, which takes longer than the text itself.
    for (const { data } of input.images.values()) count(data);
    count(JSON.stringify([...input.names]));
  }
  if ("html" in input) count(input.html);
  if ("updates" in input) for (const update of input.updates) count(update);
  if ("elements" in input) count(JSON.stringify(input.elements));
  return { hash: digest.digest("base64"), bytes };
}
