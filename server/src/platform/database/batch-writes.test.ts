import { expect, test } from "vitest";
import { batchWrites } from "./batch-writes.ts";

interface Call {
  inputs: readonly string[];
  finish: (outputs?: (string | undefined)[]) => void;
  fail: (error: Error) => void;
}

/** Writes that end when the test says so. An input is its row and a number: "a1". */
function openWrites() {
  const calls: Call[] = [];
  const begin = (inputs: readonly string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<(string | undefined)[]>();
    const finish = (outputs?: (string | undefined)[]) =>
      resolve(outputs ?? inputs.map((input) => `wrote ${input}`));
    calls.push({ inputs, finish, fail: reject });
    return promise;
  };
  const write = batchWrites<string, string>({
    rowOf: (input) => input[0] ?? "",
    alone: async (input) => String((await begin([input]))[0]),
    together: begin,
  });
  return { calls, write };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const inputsOf = (calls: readonly Call[]) => calls.map(({ inputs }) => inputs);

test("writes a single row at once, and concurrent ones together", async () => {
  const { calls, write } = openWrites();
  const alone = write("a1");
  await turn();
  const others = Promise.all([write("b1"), write("c1"), write("b2")]);
  await turn();
  expect(inputsOf(calls)).toEqual([["a1"], ["b1", "c1", "b2"]]);
  for (const { finish } of calls) finish();
  expect(await alone).toBe("wrote a1");
  expect(await others).toEqual(["wrote b1", "wrote c1", "wrote b2"]);
});

test("defers rows to the next batch while two are in progress, or while their row is being written", async () => {
  const { calls, write } = openWrites();
  const answers = [write("a1")];
  await turn();
  answers.push(write("a2"));
  await turn();
  expect(inputsOf(calls)).toEqual([["a1"]]);
  answers.push(write("b1"));
  await turn();
  answers.push(write("c1"));
  await turn();
  expect(inputsOf(calls)).toEqual([["a1"], ["b1"]]);
  calls[0]?.finish();
  await turn();
  expect(inputsOf(calls).slice(2)).toEqual([["a2", "c1"]]);
  calls[1]?.finish();
  calls[2]?.finish();
  expect(await Promise.all(answers)).toEqual(["wrote a1", "wrote a2", "wrote b1", "wrote c1"]);
});

test("writes at most a hundred rows at a time", async () => {
  const { calls, write } = openWrites();
  const answers = Array.from({ length: 230 }, (_, index) => write(`${String.fromCharCode(index + 100)}1`));
  await turn();
  expect(calls.map(({ inputs }) => inputs.length)).toEqual([100, 100]);
  calls[0]?.finish();
  await turn();
  expect(calls[2]?.inputs).toHaveLength(30);
  calls[1]?.finish();
  calls[2]?.finish();
  expect(new Set(await Promise.all(answers)).size).toBe(230);
});

test("retries a skipped row alone and in order, without delaying others", async () => {
  const { calls, write } = openWrites();
  const first = write("a1");
  const second = write("a2");
  const third = write("b1");
  await turn();
  calls[0]?.finish([undefined, undefined, "wrote b1"]);
  expect(await third).toBe("wrote b1");
  await turn();
  expect(inputsOf(calls).slice(1)).toEqual([["a1"]]);
  // A later write to the same row waits. Writes to other rows continue.
  const later = write("a3");
  const others = Promise.all([write("b2"), write("c1")]);
  await turn();
  expect(inputsOf(calls).slice(2)).toEqual([["b2", "c1"]]);
  calls[2]?.finish();
  await others;
  calls[1]?.finish();
  expect(await first).toBe("wrote a1");
  await turn();
  calls[3]?.fail(new Error("not there"));
  await expect(second).rejects.toThrow("not there");
  await turn();
  expect(inputsOf(calls).slice(3)).toEqual([["a2"], ["a3"]]);
  calls[4]?.finish();
  expect(await later).toBe("wrote a3");
});

test("does not delay other skipped rows while one waits for a lock", async () => {
  const { calls, write } = openWrites();
  const [stuck, quick] = [write("a1"), write("b1")];
  await turn();
  calls[0]?.finish([undefined, undefined]);
  await turn();
  expect(inputsOf(calls).slice(1)).toEqual([["a1"], ["b1"]]);
  const next = write("b2");
  await turn();
  expect(calls).toHaveLength(3);
  calls[2]?.finish();
  expect(await quick).toBe("wrote b1");
  await turn();
  expect(inputsOf(calls).slice(3)).toEqual([["b2"]]);
  calls[3]?.finish();
  expect(await next).toBe("wrote b2");
  calls[1]?.finish();
  expect(await stuck).toBe("wrote a1");
});

test("retries each row alone when a batch fails, and reports each reason", async () => {
  const { calls, write } = openWrites();
  const [good, bad] = [write("a1"), write("b1")];
  await turn();
  calls[0]?.fail(new Error("one of them is taken"));
  await turn();
  expect(inputsOf(calls).slice(1)).toEqual([["a1"], ["b1"]]);
  calls[1]?.finish();
  calls[2]?.fail(new Error("taken"));
  expect(await good).toBe("wrote a1");
  await expect(bad).rejects.toThrow("taken");
});

test("delays only its own row while it waits for a lock", async () => {
  const { calls, write } = openWrites();
  const stuck = [write("a1")];
  await turn();
  stuck.push(write("b1"));
  await turn();
  const free = write("c1");
  await expect.poll(() => calls.length).toBe(3);
  expect(calls[2]?.inputs).toEqual(["c1"]);
  const next = write("a2");
  calls[2]?.finish();
  expect(await free).toBe("wrote c1");
  expect(calls).toHaveLength(3);
  for (const { finish } of calls) finish();
  expect(await Promise.all(stuck)).toEqual(["wrote a1", "wrote b1"]);
  await turn();
  expect(inputsOf(calls).slice(3)).toEqual([["a2"]]);
  calls[3]?.finish();
  expect(await next).toBe("wrote a2");
});
