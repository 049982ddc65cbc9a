import { setImmediate } from "node:timers/promises";

/** How long work may run before it yields. */
const longestTurnMs = 10;

/**
 * For long work in many steps: awaited after each step, it yields to other work once this work has run for ten
 * milliseconds. No single step may take long.
 */
export function shareLoop(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < longestTurnMs) return;
    await setImmediate();
    began = performance.now();
  };
}
