/** @typedef {import("./outcome.mjs").Outcome} Outcome */
/** @typedef {import("./outcome.mjs").TestResult} TestResult */

/**
 * Reads what Playwright's JSON reporter wrote.
 * @param {any} report
 * @returns {Outcome}
 */
export function readJourneys({ suites, errors }) {
  /** @type {Map<string, number>} */
  const tookMs = new Map();
  const tests = specsOf(suites).map((spec) => {
    const file = `e2e/specs/${spec.file}`;
    const runs = spec.tests.flatMap((/** @type {any} */ test) => test.results);
    for (const { duration } of runs) tookMs.set(file, (tookMs.get(file) ?? 0) + duration);
    const said = runs.flatMap((/** @type {any} */ run) => run.errors ?? []);
    return { id: spec.id, file, name: spec.title, state: stateOf(spec), errors: said.map(textOf) };
  });
  return { tests, broken: errors.map(textOf), tookMs };
}

/**
 * @param {any[]} suites
 * @returns {any[]}
 */
function specsOf(suites) {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])]);
}

/**
 * @param {any} spec
 * @returns {TestResult["state"]}
 */
function stateOf({ tests }) {
  const states = tests.map((/** @type {any} */ test) => test.status);
  if (states.some((/** @type {string} */ state) => state === "unexpected")) return "failed";
  if (states.every((/** @type {string} */ state) => state === "skipped")) return "skipped";
  // Playwright itself reports no flaky tests, because it is told not to retry (see `second-go.mjs`).
  return states.every((/** @type {string} */ state) => state === "expected" || state === "skipped")
    ? "passed"
    : "failed";
}

/** @param {any} error */
function textOf(error) {
  return String(error.stack ?? error.message ?? error.value ?? error);
}
