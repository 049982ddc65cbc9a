import { expect, test } from "vitest";
import { createFairTurns, type FairTurns, TooManyWaiting } from "./fair-turns.ts";

/** Work that says when it starts, and ends when it is told to. */
function createWork(turns: FairTurns) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    queue: (owner: string, name: string, signal?: AbortSignal) =>
      turns.run(
        owner,
        () => {
          started.push(name);
          return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
        },
        signal,
      ),
    async end(name: string) {
      ends.get(name)?.();
      // A turn passes on after a few microtasks; a macrotask is after all of them.
      await new Promise(setImmediate);
    },
  };
}

test("gives owners their turns one after the other, however much one of them queues", async () => {
  const { started, queue, end } = createWork(createFairTurns({ atOnce: 1 }));
  const all = [
    queue("ana", "ana 1"),
    queue("ana", "ana 2"),
    queue("ana", "ana 3"),
    queue("ben", "ben 1"),
    queue("cleo", "cleo 1"),
    queue("ben", "ben 2"),
  ];
  const order = ["ana 1", "ana 2", "ben 1", "cleo 1", "ana 3", "ben 2"];
  await new Promise(setImmediate);
  for (const name of order) await end(name);
  expect(started).toEqual(order);
  expect((await Promise.all(all)).sort()).toEqual([...order].sort());
});

test("runs one piece of work at a time for each owner, whatever else is free", async () => {
  const { started, queue, end } = createWork(createFairTurns({ atOnce: 2 }));
  const all = [queue("ana", "ana 1"), queue("ana", "ana 2"), queue("ben", "ben 1"), queue("ben", "ben 2")];
  await new Promise(setImmediate);
  expect(started).toEqual(["ana 1", "ben 1"]);
  await end("ben 1");
  expect(started).toEqual(["ana 1", "ben 1", "ben 2"]);
  for (const name of ["ana 1", "ana 2", "ben 2"]) await end(name);
  await Promise.all(all);
});

test("never starts cancelled work, and gives its turn to the next", async () => {
  const { started, queue, end } = createWork(createFairTurns({ atOnce: 1 }));
  const stopping = new AbortController();
  const first = queue("ana", "ana 1");
  const stopped = queue("ana", "ana 2", stopping.signal);
  const next = queue("ben", "ben 1");
  stopping.abort(new Error("the connection is closed"));
  await expect(stopped).rejects.toThrow("the connection is closed");
  await expect(queue("ana", "ana 3", stopping.signal)).rejects.toThrow("the connection is closed");
  await end("ana 1");
  await end("ben 1");
  expect(started).toEqual(["ana 1", "ben 1"]);
  await Promise.all([first, next]);
});

test("refuses an owner's work beyond the limit of that owner, and nobody else's", async () => {
  const { queue, end } = createWork(createFairTurns({ atOnce: 1, mostWaiting: 1 }));
  const all = [queue("ana", "ana 1"), queue("ana", "ana 2"), queue("ben", "ben 1")];
  await expect(queue("ana", "ana 3")).rejects.toThrow(TooManyWaiting);
  await new Promise(setImmediate);
  for (const name of ["ana 1", "ana 2", "ben 1"]) await end(name);
  await Promise.all(all);
});

test("passes the turn on when work fails", async () => {
  const turns = createFairTurns({ atOnce: 1 });
  const failing = turns.run("ana", async () => {
    throw new Error("broken");
  });
  const next = turns.run("ben", async () => "done");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("done");
});
