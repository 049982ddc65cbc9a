import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../../lib/api-error.ts";
import { createReadMarks, type ReadMarks } from "./read-marks.ts";

let sent: number[];
let answers: (Error | null)[];
let marks: ReadMarks;

beforeEach(() => {
  vi.useFakeTimers();
  [sent, answers] = [[], []];
  marks = createReadMarks({
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

it("goes at once when the connection is back, and once", async () => {
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

it("lets go of what is refused, forgotten or over", async () => {
  answers = [refusal(), lost()];
  marks.mark("a", 3);
  marks.mark("b", 3);
  await vi.advanceTimersByTimeAsync(100);
  expect([...marks.unsent().keys()]).toEqual(["b"]);
  marks.forget("b");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([3, 3]);
});
