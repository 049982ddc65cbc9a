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
      const tests = modules.flatMap(resultsOf);
      const broken = [];
      for (const error of unhandledErrors) {
        const file = fileOfError(error);
        const said = error.stack ?? error.message;
        // An error that vitest names a file for counts as a failure of that file, so that the file gets its second go.
        if (file === undefined) broken.push(said);
        else addAround(tests, file, said);
      }
      if (reason === "interrupted") broken.push("The run was interrupted.");
      const tookMs = modules.map((module) => [pathOf(module), durationOf(module)]);
      writeFileSync(file, JSON.stringify({ tests, broken, tookMs }));
    },
  };
}

/**
 * The file whose tests ran when nobody caught an error; undefined when vitest does not know.
 * @param {object} error
 * @returns {string | undefined}
 */
function fileOfError(error) {
  const path = "VITEST_TEST_PATH" in error ? error.VITEST_TEST_PATH : undefined;
  return typeof path === "string" && path !== "" ? relativeTo(path) : undefined;
}

/**
 * @param {TestResult[]} tests
 * @param {string} file
 * @param {string} said
 */
function addAround(tests, file, said) {
  const known = tests.find((test) => test.file === file && test.name === aroundTests);
  if (known) known.errors.push(said);
  else tests.push(result(file, aroundTests, "failed", [{ message: said }]));
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
  return relativeTo(module.moduleId);
}

/** @param {string} path */
function relativeTo(path) {
  return relative(root, path).replaceAll("\\", "/");
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
