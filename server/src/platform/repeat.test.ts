import { expect, test, vi } from "vitest";
import { repeat } from "./repeat.ts";

test("goes on after a failure, never begins a turn beside another, and ends with the one under way", async () => {
  const errors: unknown[] = [];
  const held = Promise.withResolvers<void>();
  let [begun, ended] = [0, 0];
  const repetition = repeat({
    everyMs: 1,
    async run() {
      begun += 1;
      if (begun === 1) throw new Error("not this time");
      await held.promise;
      ended += 1;
    },
    onError: (error) => errors.push(error),
  });
  await vi.waitFor(() => expect(begun).toBe(2));
  expect(errors).toEqual([new Error("not this time")]);
  // Many pauses later there is still one turn: timers fire in order, and these came after its own.
  for (let count = 0; count < 20; count += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  const stopped = repetition.stop();
  expect([begun, ended]).toEqual([2, 0]);
  held.resolve();
  await stopped;
  expect([begun, ended]).toEqual([2, 1]);
});
