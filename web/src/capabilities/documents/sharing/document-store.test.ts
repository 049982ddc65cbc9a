import { afterEach, expect, it, vi } from "vitest";
import { inTime } from "./document-store.ts";

afterEach(() => vi.useRealTimers());

it("gives up on a database that never answers, so that the draft opens without its stored copy", async () => {
  vi.useFakeTimers();
  const answer = inTime(new Promise(() => undefined));
  const failure = expect(answer).rejects.toThrow("does not answer");
  await vi.runAllTimersAsync();
  await failure;
});

it("passes on what the database answers, and leaves no timer behind", async () => {
  vi.useFakeTimers();
  expect(await inTime(Promise.resolve("draft"))).toBe("draft");
  expect(vi.getTimerCount()).toBe(0);
});
