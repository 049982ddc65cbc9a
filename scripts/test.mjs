import "./node-version.mjs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CommandError, command } from "./command.mjs";
import { ensureInstalled } from "./install.mjs";
import { brokenOutcome, countsOf, failuresOf } from "./outcome.mjs";
import { seconds } from "./progress.mjs";
import { keepScratchInMemory } from "./scratch-in-memory.mjs";
import { joinGoes, mayGoAgain } from "./second-go.mjs";
import { timesBySlice } from "./slices.mjs";
import { runStaticChecks } from "./static-checks.mjs";
import { resultsFolder, runJourneys, runUnitTests } from "./test-runners.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

/** @typedef {import("./outcome.mjs").Outcome} Outcome */
/** @typedef {import("./outcome.mjs").TestResult} TestResult */

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {(isBeside: boolean) => Promise<Outcome>} run `isBeside`: another part has the terminal
 * @property {(failed: TestResult[]) => Promise<Outcome>} [again] runs what failed once more, alone
 */

/** @type {Record<string, Part>} */
const parts = {
  static: { title: "Static checks", run: runStaticChecks },
  unit: {
    title: "Unit and integration tests",
    run: () => ensureWebBuilt().then(() => runUnitTests()),
    again: runUnitTests,
  },
  e2e: {
    title: "Journeys in a browser",
    run: (isBeside) => ensureWebBuilt().then(() => runJourneys({ isBeside })),
    again: (again) => runJourneys({ again }),
  },
};

/** Results of an earlier check, which would be mistaken for this one's. */
const ofSecondGoes = ["unsteady.txt", "unit-second.json", "e2e-second.json", "e2e-second"];

// `npm test`, the same command as CI. `-- --only static`, `unit` or `e2e` runs one part of it. The last line is read
// by machines.
await command(async () => {
  const began = performance.now();
  keepScratchInMemory();
  const chosen = chosenParts();
  for (const left of ofSecondGoes) await rm(join(resultsFolder, left), { recursive: true, force: true });
  const installed = await caught(() => ensureInstalled().then(() => undefined));
  if (installed) return conclude([installed], began);
  // Both end-to-end and unit tests often wait for a process or a page, so they share the processor well.
  const parallel = chosen.length > 1 ? chosen.filter((part) => part === parts.e2e) : [];
  const first = chosen.filter((part) => !parallel.includes(part));
  const done = (await Promise.all([runInTurn(first, false), runInTurn(parallel, true)])).flat();
  for (const { part, outcome } of done) {
    if (outcome.said) console.log(`\n${part.title}\n${outcome.said}`);
  }
  const unsteady = await goAgain(done.filter(({ part }) => part.again));
  console.log(
    `\nWhere the time of the tests went\n${timesBySlice(done.map(({ outcome }) => outcome)).join("\n")}`,
  );
  for (const { file, name } of unsteady) {
    console.log(`\nUNSTEADY: passed only one time of two: look into it\n  ${file} > ${name}`);
  }
  if (unsteady.length > 0) console.log("  What it said, and both reports, are in test-results/.");
  return conclude(
    done.map(({ outcome }) => outcome),
    began,
  );
});

/**
 * @param {Part[]} chosen
 * @param {boolean} isBeside
 */
async function runInTurn(chosen, isBeside) {
  const done = [];
  for (const part of chosen) {
    const began = performance.now();
    if (!isBeside) console.log(`\n${part.title}`);
    const outcome = await caught(() => part.run(isBeside));
    for (const reason of outcome.broken) console.log(`\nOutside of tests: ${reason}\n`);
    console.log(`${part.title}: ${describe([outcome])}, ${seconds(began)}`);
    done.push({ part, outcome });
  }
  return done;
}

function chosenParts() {
  const { values } = parseArgs({ options: { only: { type: "string" } }, strict: false });
  if (values.only === undefined) return Object.values(parts);
  const part = parts[String(values.only)];
  if (part) return [part];
  throw new CommandError(`--only takes one of ${Object.keys(parts).join(", ")}, not ${values.only}.`);
}

/**
 * Runs what failed once more, after everything else, and puts what both goes come to in the place of the first.
 * @param {{ part: Part, outcome: Outcome }[]} done
 * @returns {Promise<TestResult[]>} what passed only one time of two
 */
async function goAgain(done) {
  if (!mayGoAgain(done.map(({ outcome }) => outcome))) return [];
  /** @type {TestResult[]} */
  const allUnsteady = [];
  for (const entry of done) {
    const failed = failuresOf(entry.outcome);
    if (failed.length === 0 || !entry.part.again) continue;
    console.log(`\n${entry.part.title}: what failed, once more and alone`);
    const again = entry.part.again;
    const second = await caught(() => again(failed));
    const { outcome, unsteady } = joinGoes(entry.outcome, second);
    entry.outcome = outcome;
    allUnsteady.push(...unsteady);
  }
  if (allUnsteady.length === 0) return [];
  const said = allUnsteady.map(({ file, name, errors }) => `${file} > ${name}\n${errors.join("\n")}\n`);
  await writeFile(join(resultsFolder, "unsteady.txt"), said.join("\n"));
  return allUnsteady;
}

/**
 * Counts a part that throws a known error as one failure, and lets the others run.
 * @template {Outcome | undefined} T
 * @param {() => Promise<T>} run
 * @returns {Promise<T | Outcome>}
 */
async function caught(run) {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return brokenOutcome(error.message);
  }
}

/**
 * @param {Outcome[]} outcomes
 * @param {number} began
 * @returns {number} the exit code
 */
function conclude(outcomes, began) {
  const { passed, failed, skipped } = total(outcomes);
  console.log(`\nAll of it took ${seconds(began)}${skipped > 0 ? `; ${skipped} tests were skipped` : ""}.`);
  console.log(`tests: ${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/** @param {Outcome[]} outcomes */
function describe(outcomes) {
  const { passed, failed, skipped } = total(outcomes);
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** @param {Outcome[]} outcomes */
function total(outcomes) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of outcomes.map(countsOf)) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}
