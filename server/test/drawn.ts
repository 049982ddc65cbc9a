import fc, { type Arbitrary } from "fast-check";
import { onTestFailed } from "vitest";

/** Values that are drawn anew in every run. A test that fails says which seed drew them, to be given here. */
export function drawn<Value>(
  from: Arbitrary<Value>,
  count: number,
  seed: number = Math.floor(Math.random() * 2 ** 31),
): Value[] {
  onTestFailed(() => console.error(`What was drawn: ${count} values of the seed ${seed}`));
  return fc.sample(from, { numRuns: count, seed });
}
