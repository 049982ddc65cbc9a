import { afterAll, expect, test } from "vitest";
import { createThread, ThreadEnded } from "./thread.ts";

const thread = createThread({
  script: new URL("../../../test/slow-thread.ts", import.meta.url),
  memory: { maxOldGenerationSizeMb: 64 },
  deadlineMs: 500,
});
afterAll(() => thread.stop());

test("counts neither the start of a thread nor the time that a busy machine gives to others", async () => {
  expect(await thread.run({ name: "wait" })).toBe("wait");
  expect(await thread.run({ name: "wait" })).toBe("wait");
});

test("cancels a task that computes for too long, and continues with the next", async () => {
  const tasks = ["compute", "quick"].map((name) => thread.run({ name }));
  await expect(tasks[0]).rejects.toBeInstanceOf(ThreadEnded);
  expect(await tasks[1]).toBe("quick");
});
