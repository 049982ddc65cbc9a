import { afterAll, expect, test } from "vitest";
import { createThreadPool } from "./thread-pool.ts";

const pool = createThreadPool({
  script: new URL("../../../test/slow-thread.ts", import.meta.url),
  memory: { maxOldGenerationSizeMb: 64 },
  deadlineMs: 500,
  size: 2,
  mostWaiting: 2,
});
afterAll(() => pool.stop());

test("lends each owner one thread at a time, and another owner the other", async () => {
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const hold = (owner: string, name: string) =>
    pool.use({ owner }, async () => {
      order.push(name);
      await held.promise;
    });
  const all = [hold("ana", "ana 1"), hold("ana", "ana 2"), hold("ben", "ben 1")];
  await new Promise(setImmediate);
  expect(order).toEqual(["ana 1", "ben 1"]);
  const left = new AbortController();
  const waiting = pool.use({ owner: "cleo", signal: left.signal }, async () => order.push("cleo 1"));
  left.abort(new Error("the browser has left"));
  await expect(waiting).rejects.toThrow("the browser has left");
  held.resolve();
  await Promise.all(all);
  expect(order).toEqual(["ana 1", "ben 1", "ana 2"]);
});

test("gives a thing to the thread that remembers it, and names a new memory after a thread had to end", async () => {
  const use = (owner: string, name: string) =>
    pool.use({ owner, affinity: "draft" }, async (thread) => {
      const answer = await thread.run({ name }).catch((error: unknown) => String(error));
      return { answer, memory: thread.name() };
    });
  const first = await use("ana", "quick");
  const second = await use("ben", "quick");
  expect(second).toEqual(first);
  expect((await use("ana", "compute")).answer).toContain("deadline");
  const after = await use("ben", "quick");
  expect(after.answer).toBe("quick");
  expect(after.memory).not.toBe(first.memory);
});
