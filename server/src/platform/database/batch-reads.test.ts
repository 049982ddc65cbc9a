import { expect, test } from "vitest";
import { batchReads } from "./batch-reads.ts";

/** Reads that are answered when the test says so. */
function openReads() {
  const calls: { keys: readonly string[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const read = batchReads(
    (keys) =>
      new Promise<Map<string, string>>((resolve, reject) => {
        const found = keys.filter((key) => key !== "missing").map((key) => [key, `row of ${key}`] as const);
        calls.push({ keys, finish: () => resolve(new Map(found)), fail: reject });
      }),
  );
  return { calls, read };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("answers concurrent requests with one read, each key once", async () => {
  const { calls, read } = openReads();
  const answers = Promise.all([read("a"), read("b"), read("a"), read("missing")]);
  await turn();
  expect(calls.map(({ keys }) => keys)).toEqual([["a", "b", "missing"]]);
  calls[0]?.finish();
  expect(await answers).toEqual(["row of a", "row of b", "row of a", undefined]);
});

test("never answers with a read that started before the request", async () => {
  const { calls, read } = openReads();
  const first = read("a");
  await turn();
  const second = read("a");
  await turn();
  expect(calls).toHaveLength(2);
  calls[0]?.finish();
  calls[1]?.finish();
  expect(await Promise.all([first, second])).toEqual(["row of a", "row of a"]);
});

test("batches reads that arrive while two statements are running, up to a hundred at a time", async () => {
  const { calls, read } = openReads();
  const answers = [read("a")];
  await turn();
  answers.push(read("b"));
  await turn();
  answers.push(...Array.from({ length: 130 }, (_, index) => read(`late ${index}`)));
  await turn();
  expect(calls).toHaveLength(2);
  calls[0]?.finish();
  await turn();
  expect(calls[2]?.keys).toHaveLength(100);
  calls[1]?.finish();
  await turn();
  expect(calls[3]?.keys).toHaveLength(30);
  calls[2]?.finish();
  calls[3]?.finish();
  expect(new Set(await Promise.all(answers)).size).toBe(132);
});

test("a failed read fails only the requests in it", async () => {
  const { calls, read } = openReads();
  const failed = Promise.allSettled([read("a"), read("b")]);
  await turn();
  calls[0]?.fail(new Error("the database is away"));
  expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const next = read("a");
  // They were two: that may be a rush, in which the next read waits a moment for more.
  await expect.poll(() => calls).toHaveLength(2);
  calls[1]?.finish();
  expect(await next).toBe("row of a");
});
