// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../../lib/request/api-error.ts";
import { createReadMarks, type ReadMarks } from "./read-marks.ts";

let sent: number[];
let answers: (Error | null)[];
let marks: ReadMarks;

beforeEach(() => {
  vi.useFakeTimers();
  [sent, answers] = [[], []];
  marks = createReadMarks({
    name: "read",
    async send(_channelId, seq) {
      sent.push(seq);
      const error = answers.shift();
      if (error) throw error;
    },
  });
});
afterEach(() => {
  marks.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("alternates with other tabs, and skips positions that another tab has sent", async () => {
  const turns: (() => Promise<void>)[] = [];
  const request = (_name: string, _options: object, work: () => Promise<void>) => {
    turns.push(work);
    return Promise.resolve();
  };
  vi.stubGlobal("navigator", { locks: { request } });
  marks.mark("a", 3);
  marks.mark("b", 3);
  // The other tab's mark got there first.
  marks.heard("a", 3);
  for (const turn of turns) await turn();
  expect(sent).toEqual([3]);
  marks.mark("a", 4);
  await vi.advanceTimersByTimeAsync(5_000);
  await turns.at(-1)?.();
  expect(sent).toEqual([3, 4]);
});

const lost = () => new TypeError("lost");
const refusal = () => new ApiError({ code: "channel_not_found", message: "", status: 404 });

it("sends the newest mark only, and never an older one", async () => {
  for (const seq of [1, 2, 5, 4]) marks.mark("a", seq);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual([1, 5]);
  expect(marks.unsent().size).toBe(0);
});

it("sends again what got lost, though nothing was cut, until it has arrived", async () => {
  answers = [lost(), lost()];
  marks.mark("a", 3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([3, 3, 3]);
  expect(marks.unsent().size).toBe(0);
});

it("is sent once, immediately after reconnecting", async () => {
  answers = [lost(), lost(), lost()];
  marks.mark("a", 3);
  await vi.advanceTimersByTimeAsync(6_500);
  const tries = sent.length;
  marks.retry();
  marks.retry();
  expect(sent).toHaveLength(tries + 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(marks.unsent().size).toBe(0);
  expect(sent).toHaveLength(4);
});

it("does not send positions that the server already has", async () => {
  answers = [lost()];
  marks.mark("a", 3);
  await vi.advanceTimersByTimeAsync(100);
  marks.heard("a", 2);
  expect(marks.unsent().get("a")).toBe(3);
  marks.heard("a", 3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([3]);
  marks.mark("a", 4);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual([3, 4]);
});

it("drops positions that are refused or obsolete", async () => {
  answers = [refusal(), lost()];
  marks.mark("a", 3);
  marks.mark("b", 3);
  await vi.advanceTimersByTimeAsync(100);
  expect([...marks.unsent().keys()]).toEqual(["b"]);
  marks.forget("b");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([3, 3]);
});
