import { join } from "node:path";
import { checkDeploy } from "./check-deploy.mjs";
import { checkFileSize } from "./check-file-size.mjs";
import { checkForms } from "./check-forms.mjs";
import { checkKeys } from "./check-keys.mjs";
import { checkLockfile } from "./check-lockfile.mjs";
import { checkStructure } from "./check-structure.mjs";
import { checkWords } from "./check-words.mjs";
import { CommandError } from "./command.mjs";
import { seconds } from "./progress.mjs";
import { runQuietly } from "./run-program.mjs";
import { root, toolEnvironment } from "./runtime.mjs";
import { buildWeb } from "./web-build.mjs";

/** @typedef {import("./outcome.mjs").Outcome} Outcome */
/** @typedef {import("./outcome.mjs").TestResult} TestResult */

const sources = ["contract", "server", "web", "e2e", "bench"];

/** The TypeScript programs. All that runs in Node is one program, because each would check the contract by itself. */
const programs = {
  web: "web",
  "server, e2e, bench, scripts": "tsconfig.node.json",
  contract: "contract",
  "web/src/worker": "web/src/worker",
};

/** The checks that run without starting anything, in this order. Each throws its message when it fails. */
const checks = {
  // First: the journeys wait for it.
  "web build and its size": async () => firstLoad(await buildWeb()),
  "format and lint": () => tool("biome", "ci", "--colors=off", "."),
  lockfile: checkLockfile,
  ...Object.fromEntries(
    Object.entries(programs).map(([name, project]) => [
      `types: ${name}`,
      // With more of them each works out the same types again: twice the work, which others need the processors for.
      () => tool("tsc", "-p", project, "--checkers", "1"),
    ]),
  ),
  "import boundaries": () => tool("depcruise", "--output-type", "err-long", ...sources),
  "dead code": () => tool("knip", "--no-progress"),
  "file sizes": checkFileSize,
  structure: checkStructure,
  forms: checkForms,
  "composition keys": checkKeys,
  "files for hosts": checkDeploy,
  "plain English": checkWords,
};

/** Most checks use one processor, and all but the build leave the journeys another. */
const atOnce = 2;

/**
 * Runs every static check, two at a time, also after one has failed.
 * @returns {Promise<Outcome>}
 */
export async function runStaticChecks() {
  /** @type {TestResult[]} */
  const tests = [];
  const left = Object.entries(checks);
  const runNext = async () => {
    for (let next = left.shift(); next; next = left.shift()) await run(...next);
  };
  /** @type {(name: string, check: () => Promise<string | void>) => Promise<void>} */
  const run = async (name, check) => {
    const began = performance.now();
    try {
      const remark = await check();
      tests.push(resultOf(name, "passed"));
      console.log(`  ok      ${name.padEnd(28)} ${seconds(began)}${remark ? `  ${remark}` : ""}`);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      tests.push(resultOf(name, "failed"));
      console.log(`  FAILED  ${name.padEnd(28)} ${seconds(began)}\n${error.message}\n`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  return { tests, broken: [], tookMs: new Map() };
}

/**
 * @param {string} name
 * @param {TestResult["state"]} state
 * @returns {TestResult}
 */
function resultOf(name, state) {
  return { id: name, file: "", name, state, errors: [] };
}

/**
 * Runs a tool that npm installed, silent unless it fails.
 * @param {string} name
 * @param {string[]} args
 */
async function tool(name, ...args) {
  const program = join(root, "node_modules", ".bin", name);
  const { code, output } = await runQuietly(program, args, { env: toolEnvironment() });
  if (code !== 0) throw new CommandError(output || `${name} ended with ${code}`);
}

/** @param {string} output what the build said */
function firstLoad(output) {
  return /first load.*/.exec(output)?.[0];
}
