/** @typedef {"passed" | "failed" | "skipped"} TestState */

/**
 * The result of one test.
 *
 * @typedef {object} TestResult
 * @property {string} id the same in every run
 * @property {string} file from the checkout, with "/"
 * @property {string} name
 * @property {TestState} state
 * @property {string[]} errors the messages of its failures
 */

/**
 * The outcome of a run of tests.
 *
 * @typedef {object} Outcome
 * @property {TestResult[]} tests
 * @property {string[]} broken failures outside of tests, such as a crash or a missing report. Each counts as a failure
 * @property {Map<string, number>} tookMs per file, including loading it
 * @property {string} [said] the runner's output, if it was not shown because another runner had the terminal
 */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {Outcome} outcome
 * @returns {Counts}
 */
export function countsOf({ tests, broken }) {
  const counts = { passed: 0, failed: broken.length, skipped: 0 };
  for (const { state } of tests) counts[state] += 1;
  return counts;
}

/**
 * @param {string} reason
 * @returns {Outcome}
 */
export function brokenOutcome(reason) {
  return { tests: [], broken: [reason], tookMs: new Map() };
}

/**
 * @param {Outcome} outcome
 * @returns {TestResult[]}
 */
export function failuresOf({ tests }) {
  return tests.filter(({ state }) => state === "failed");
}

/** The name of what stands for a file that failed outside of its tests: in a hook, or while it was loaded. */
export const aroundTests = "(around its tests)";
