import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { browserEnvironment } from "./browser.mjs";
import { brokenOutcome, failuresOf } from "./outcome.mjs";
import { readJourneys } from "./playwright-report.mjs";
import { runProgram, runQuietly } from "./run-program.mjs";
import { pinnedNode, root, toolEnvironment } from "./runtime.mjs";
import { ensureServerBuilt } from "./server-build.mjs";

/** @typedef {import("./outcome.mjs").Outcome} Outcome */
/** @typedef {import("./outcome.mjs").TestResult} TestResult */

/** The folder with the runners' results for people. Playwright empties only the folder of its own run. */
export const resultsFolder = join(root, "test-results");

/** Told to the runners, and to the tests that do more in the full check. */
const sizeOfCheck = { everyday: { ATOLL_EVERYDAY_CHECK: "1" }, full: { ATOLL_FULL_CHECK: "1" } };

/**
 * Unit and integration tests, on a real PostgreSQL.
 * @param {object} [how]
 * @param {TestResult[]} [how.again] runs only the files of these, one after the other
 * @param {string[]} [how.args] more arguments for Vitest, such as parts of the paths of the files to run
 * @param {boolean} [how.isFull] as the full check runs them
 * @param {Record<string, string>} [how.env] more variables
 * @param {string} [how.name] of the report, without its ending
 * @returns {Promise<Outcome>}
 */
export async function runUnitTests({ again, args = [], isFull = false, env = {}, name = "unit" } = {}) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const server = await builtServer();
  const chosen = again ? ["--maxWorkers=1", ...new Set(again.map(({ file }) => file))] : args;
  return runWithReport(again ? `${name}-second.json` : `${name}.json`, readUnitTests, (report) =>
    runProgram(pinnedNode, [vitest, "run", ...chosen], {
      env: {
        ...toolEnvironment(),
        ...server,
        ...sizeOfCheck[isFull ? "full" : "everyday"],
        ...env,
        ATOLL_UNIT_REPORT: report,
      },
    }),
  );
}

/**
 * Runs the end-to-end tests in a real browser with the real server: those with the tag `@everyday`, or all of them.
 * @param {object} [how]
 * @param {TestResult[]} [how.again] runs only those that failed in the last run, one after the other, with a new server
 * @param {boolean} [how.isBeside] another runner has the terminal, so the output goes to the outcome
 * @param {string[]} [how.args] more arguments for Playwright
 * @param {boolean} [how.isFull] as the full check runs them
 * @param {Record<string, string>} [how.env] more variables
 * @param {string} [how.name] of the report, without its ending, and of the folder with screenshots
 * @returns {Promise<Outcome>}
 */
export async function runJourneys({
  again,
  isBeside = false,
  args = [],
  isFull = false,
  env = {},
  name = "e2e",
} = {}) {
  const browsers = await browserEnvironment();
  const server = await builtServer();
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  const first = join(resultsFolder, name);
  const chosen = again
    ? [
        "--last-failed",
        ...["--last-failed-file", join(first, ".last-run.json")],
        ...["--output", join(resultsFolder, `${name}-second`)],
        "--workers=1",
        "--trace=retain-on-failure",
      ]
    : ["--output", first, ...(isFull ? [] : ["--grep", "@everyday"]), ...args];
  let said = "";
  const outcome = await runWithReport(
    again ? `${name}-second.json` : `${name}.json`,
    readJourneys,
    async (report) => {
      const variables = {
        ...toolEnvironment(),
        ...browsers,
        ...server,
        ...sizeOfCheck[isFull ? "full" : "everyday"],
        ...env,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      };
      const command = [cli, "test", "--config", join("e2e", "playwright.config.ts"), ...chosen];
      if (!isBeside) return runProgram(pinnedNode, command, { env: variables });
      const { code, output } = await runQuietly(pinnedNode, command, { env: variables });
      said = output;
      return code;
    },
  );
  return { ...outcome, said };
}

/** Tests that start a server as a process start the one that `npm start` does, which takes a third of the time. */
async function builtServer() {
  return { ATOLL_SERVER_BUILD: await ensureServerBuilt() };
}

/**
 * Runs a runner that writes a report, and reads the report. A runner that leaves none, that ran no test, or that ends
 * with an error which no test accounts for, has failed outside of its tests.
 * @param {string} name
 * @param {(report: any) => Outcome} read
 * @param {(file: string) => Promise<number>} run
 * @returns {Promise<Outcome>}
 */
async function runWithReport(name, read, run) {
  const file = join(resultsFolder, name);
  await mkdir(resultsFolder, { recursive: true });
  await rm(file, { force: true });
  const code = await run(file);
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return brokenOutcome(`The runner ended with ${code} and left no report.`);
  const outcome = read(JSON.parse(text));
  if (outcome.tests.length === 0) outcome.broken.push("No test ran.");
  const isAccountedFor = outcome.broken.length > 0 || failuresOf(outcome).length > 0;
  if (code !== 0 && !isAccountedFor)
    outcome.broken.push(`The runner ended with ${code}, and no test failed.`);
  return outcome;
}

/**
 * @param {any} report as `unit-reporter.mjs` writes it
 * @returns {Outcome}
 */
function readUnitTests({ tests, broken, tookMs }) {
  return { tests, broken, tookMs: new Map(tookMs) };
}
