import { setImmediate } from "node:timers/promises";

/** So long one piece of work has the process to itself before others get their turn. */
const longestTurnMs = 10;

/**
 * For work of many steps that may take long in all: awaited after each step, it lets everybody else have their turn
 * once this work has had ten milliseconds. No step may take long by itself.
 */
export function shareLoop(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < longestTurnMs) return;
    await setImmediate();
    began = performance.now();
  };
}
