import { aroundTests, failuresOf } from "./outcome.mjs";

/** @typedef {import("./outcome.mjs").Outcome} Outcome */
/** @typedef {import("./outcome.mjs").TestResult} TestResult */

/** More than this many that fail are no accident of the machine. */
const most = 12;

/**
 * Returns whether what failed may have a second go: it is little, and nothing went wrong outside of tests.
 * @param {Outcome[]} outcomes of all that can be run again
 */
export function mayGoAgain(outcomes) {
  const failed = outcomes.flatMap(failuresOf).length;
  return failed > 0 && failed <= most && outcomes.every(({ broken }) => broken.length === 0);
}

/**
 * Combines both runs. A test that passed in one of them does not fail the check, and is listed in `unsteady`. A failed
 * test that is not in the second run has failed.
 * @param {Outcome} first
 * @param {Outcome} second with at least the failed tests of the first
 * @returns {{ outcome: Outcome, unsteady: TestResult[] }} `unsteady` with their failure messages
 */
export function joinGoes(first, second) {
  const again = new Map(second.tests.map((test) => [test.id, test]));
  const filesAgain = new Set(second.tests.map(({ file }) => file));
  /** @type {TestResult[]} */
  const unsteady = [];
  /** @type {TestResult[]} */
  const tests = [];
  for (const test of first.tests) {
    const other = again.get(test.id);
    again.delete(test.id);
    if (other && test.state !== other.state && test.state !== "skipped") {
      unsteady.push(test.state === "failed" ? test : other);
      tests.push({ ...test, state: "passed" });
    } else if (!other && test.name === aroundTests && filesAgain.has(test.file)) {
      unsteady.push(test);
    } else {
      tests.push(other ?? test);
    }
  }
  // Tests that a file which could not be loaded had hidden, and new failures around its tests.
  tests.push(...again.values());
  return { outcome: { ...first, tests, broken: [...first.broken, ...second.broken] }, unsteady };
}
