import { answerTasks } from "../src/platform/threads/answer-tasks.ts";

/** Waits without computing, as a thread does that a busy machine gives no time to. */
function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Longer than the deadline of the thread's test. */
const longMs = 750;

wait(longMs);
answerTasks((task) => {
  const { name } = task as { name: string };
  if (name === "wait") wait(longMs);
  while (name === "compute");
  return name;
});
