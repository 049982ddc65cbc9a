import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "./command.mjs";
import { brokenOutcome, countsOf, failuresOf } from "./outcome.mjs";
import { seconds } from "./progress.mjs";
import { joinGoes, mayGoAgain } from "./second-go.mjs";
import { resultsFolder } from "./test-runners.mjs";

/** @typedef {import("./outcome.mjs").Counts} Counts */
/** @typedef {import("./outcome.mjs").Outcome} Outcome */
/** @typedef {import("./outcome.mjs").TestResult} TestResult */

/**
 * A part of a check.
 *
 * @typedef {object} Part
 * @property {string} title
 * @property {(isBeside: boolean) => Promise<Outcome>} run `isBeside`: another part has the terminal
 * @property {(failed: TestResult[]) => Promise<Outcome>} [again] runs what failed once more, alone
 * @property {boolean} [isBeside] runs next to the others: tests of both kinds often wait for a process or a page, so
 *   that they share the processor well
 */

/** @typedef {{ part: Part, outcome: Outcome, tookMs: number }} DonePart */

/**
 * Runs parts in two lanes, and what failed once more after all of them.
 * @param {Part[]} chosen
 * @param {(done: DonePart) => Promise<void>} [onDone] called after each part, before the second go
 * @returns {Promise<{ done: DonePart[], unsteady: TestResult[] }>} `unsteady`: passed only one time of two
 */
export async function runParts(chosen, onDone = async () => {}) {
  const parallel = chosen.length > 1 ? chosen.filter(({ isBeside }) => isBeside) : [];
  const first = chosen.filter((part) => !parallel.includes(part));
  /** @param {Part[]} parts @param {boolean} isBeside */
  const inTurn = async (parts, isBeside) => {
    const done = [];
    for (const part of parts) done.push(await runPart(part, isBeside, onDone));
    return done;
  };
  const done = (await Promise.all([inTurn(first, false), inTurn(parallel, true)])).flat();
  for (const { part, outcome } of done) {
    if (outcome.said) console.log(`\n${part.title}\n${outcome.said}`);
  }
  const unsteady = await goAgain(done.filter(({ part }) => part.again));
  for (const { file, name } of unsteady)
    console.log(`\nUNSTEADY: passed only one time of two: look into it\n  ${file} > ${name}`);
  if (unsteady.length > 0) console.log("  What it said, and both reports, are in test-results/.");
  return { done, unsteady };
}

/**
 * @param {Part} part
 * @param {boolean} isBeside
 * @param {(done: DonePart) => Promise<void>} onDone
 * @returns {Promise<DonePart>}
 */
async function runPart(part, isBeside, onDone) {
  const began = performance.now();
  if (!isBeside) console.log(`\n${part.title}`);
  const outcome = await caught(() => part.run(isBeside));
  for (const reason of outcome.broken) console.log(`\nOutside of tests: ${reason}\n`);
  console.log(`${part.title}: ${inWords(countsOf(outcome))}, ${seconds(began)}`);
  const done = { part, outcome, tookMs: performance.now() - began };
  await onDone(done);
  return done;
}

/**
 * Runs what failed once more, after everything else, and puts the combined outcome in the place of the first.
 * @param {DonePart[]} done
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
export async function caught(run) {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return brokenOutcome(error.message);
  }
}

/**
 * Prints the last line of a check, which machines read.
 * @param {Counts} counts
 * @param {string} took
 * @returns {number} the exit code
 */
export function conclude(counts, took) {
  const { passed, failed, skipped } = counts;
  console.log(`\nAll of it took ${took}${skipped > 0 ? `; ${skipped} tests were skipped` : ""}.`);
  console.log(`tests: ${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/**
 * @param {Counts[]} counts
 * @returns {Counts}
 */
export function sumOf(counts) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of counts) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** @param {Counts} counts */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
