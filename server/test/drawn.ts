import fc, { type Arbitrary } from "fast-check";
import { onTestFailed } from "vitest";

/** Returns random values, new in every run. A failing test prints the seed, which can be passed here. */
export function drawn<Value>(
  from: Arbitrary<Value>,
  count: number,
  seed: number = Math.floor(Math.random() * 2 ** 31),
): Value[] {
  onTestFailed(() => console.error(`What was drawn: ${count} values of the seed ${seed}`));
  return fc.sample(from, { numRuns: count, seed });
}
