import { expect, test, vi } from "vitest";
import { repeat } from "./repeat.ts";

test("continues after a failure, never overlaps, and waits for the current turn when it ends", async () => {
  const errors: unknown[] = [];
  const held = Promise.withResolvers<void>();
  let [started, ended] = [0, 0];
  const repetition = repeat({
    everyMs: 1,
    async run() {
      started += 1;
      if (started === 1) throw new Error("not this time");
      await held.promise;
      ended += 1;
    },
    onError: (error) => errors.push(error),
  });
  await vi.waitFor(() => expect(started).toBe(2));
  expect(errors).toEqual([new Error("not this time")]);
  // Many pauses later there is still one turn: timers fire in order, and these came after its own.
  for (let count = 0; count < 20; count += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  const stopped = repetition.stop();
  expect([started, ended]).toEqual([2, 0]);
  held.resolve();
  await stopped;
  expect([started, ended]).toEqual([2, 1]);
});
