import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { aroundTests } from "./outcome.mjs";
import { root } from "./runtime.mjs";

/** @typedef {import("vitest/node").TestModule} TestModule */
/** @typedef {import("./outcome.mjs").TestResult} TestResult */

/**
 * A reporter of vitest that writes what `outcome.mjs` calls an outcome: unlike vitest's own JSON it holds what went
 * wrong outside of tests, and what the loading of a file took.
 * @param {string} file
 * @returns {import("vitest/node").Reporter}
 */
export function writeOutcome(file) {
  return {
    onTestRunEnd(modules, unhandledErrors, reason) {
      const broken = unhandledErrors.map(({ stack, message }) => stack ?? message);
      if (reason === "interrupted") broken.push("The run was interrupted.");
      const tookMs = modules.map((module) => [pathOf(module), durationOf(module)]);
      const tests = modules.flatMap(resultsOf);
      writeFileSync(file, JSON.stringify({ tests, broken, tookMs }));
    },
  };
}

/**
 * @param {TestModule} module
 * @returns {TestResult[]}
 */
function resultsOf(module) {
  const file = pathOf(module);
  /** @type {Map<string, number>} */
  const seen = new Map();
  const results = [...module.children.allTests()].map((test) => {
    const { state, errors } = test.result();
    const name = test.fullName;
    // Two tests may have one name.
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return result(file, times > 1 ? `${name} (${times})` : name, state, errors);
  });
  const outside = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  const isUnfinished = module.state() !== "passed" && module.state() !== "skipped";
  const hasFailure = results.some(({ state }) => state === "failed");
  // A hook that failed, a file that could not be loaded or did not come to its end: no test stands for it.
  if (outside.length > 0 || (isUnfinished && !hasFailure)) {
    results.push(result(file, aroundTests, "failed", outside));
  }
  return results;
}

/**
 * @param {string} file
 * @param {string} name
 * @param {import("vitest/node").TestResult["state"]} state
 * @param {ReadonlyArray<{ stack?: string, message: string }>} [errors]
 * @returns {TestResult}
 */
function result(file, name, state, errors = []) {
  return {
    id: `${file} > ${name}`,
    file,
    name,
    // One that never came to its end has failed.
    state: state === "pending" ? "failed" : state,
    errors: errors.map(({ stack, message }) => stack ?? message),
  };
}

/** @param {TestModule} module */
function pathOf(module) {
  return relative(root, module.moduleId).replaceAll("\\", "/");
}

/** @param {TestModule} module */
function durationOf(module) {
  const took = module.diagnostic();
  return (
    took.environmentSetupDuration +
    took.prepareDuration +
    took.setupDuration +
    took.collectDuration +
    took.duration
  );
}
