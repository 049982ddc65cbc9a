import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { runProgram } from "./run-program.mjs";
import { pinnedNode, root, toolEnvironment } from "./runtime.mjs";

/** @typedef {import("./static-checks.mjs").Counts} Counts */

/**
 * Unit and integration tests, on a real PostgreSQL.
 * @returns {Promise<Counts>}
 */
export function runUnitTests() {
  return runWithReport("vitest.json", countVitest, (report) => {
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    return runProgram(pinnedNode, [vitest, "run", ...reporters], { env: toolEnvironment() });
  });
}

/**
 * Journeys in a real browser against the real server.
 * @returns {Promise<Counts>}
 */
export async function runJourneys() {
  const browser = await ensureBrowser();
  return runWithReport("playwright.json", countPlaywright, (report) => {
    const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
    const env = { ...toolEnvironment(), CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    return runProgram(pinnedNode, [cli, "test", "--config", join("e2e", "playwright.config.ts")], { env });
  });
}

/**
 * Runs a runner that writes a report, and counts by the report. A runner that ends with an error which no test
 * accounts for, that leaves no report or that ran no test is a failure of its own.
 * @param {string} name
 * @param {(report: any) => Counts} count
 * @param {(file: string) => Promise<number>} run
 * @returns {Promise<Counts>}
 */
async function runWithReport(name, count, run) {
  const folder = join(root, ".cache", "reports");
  const file = join(folder, name);
  await mkdir(folder, { recursive: true });
  await rm(file, { force: true });
  const code = await run(file);
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const counts = count(JSON.parse(text));
  const unaccounted = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  return unaccounted ? { ...counts, failed: 1 } : counts;
}

/** @param {any} report */
function countVitest(report) {
  // A file that could not be loaded has no tests to fail.
  const broken = report.testResults.filter(
    (/** @type {any} */ file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @param {any} report */
function countPlaywright({ stats, errors }) {
  // A test that passes only now and then is a defect like any other.
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}
