import "./node-version.mjs";
import { parseArgs } from "node:util";
import { CommandError, command } from "./command.mjs";
import { ensureInstalled } from "./install.mjs";
import { seconds } from "./progress.mjs";
import { runStaticChecks } from "./static-checks.mjs";
import { runJourneys, runUnitTests } from "./test-runners.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

/** @typedef {import("./static-checks.mjs").Counts} Counts */

/** @type {Record<string, { title: string, run: () => Promise<Counts> }>} */
const parts = {
  static: { title: "Static checks", run: runStaticChecks },
  unit: { title: "Unit and integration tests", run: runUnitTests },
  e2e: { title: "Journeys in a browser", run: () => ensureWebBuilt().then(runJourneys) },
};

// `npm test`, the same command as CI. `-- --only static`, `unit` or `e2e` runs one part of it. The last line is read
// by machines.
await command(async () => {
  const began = performance.now();
  const total = { passed: 0, failed: 0, skipped: 0 };
  const chosen = chosenParts();
  const installed = await counted(async () => {
    await ensureInstalled();
    return { passed: 0, failed: 0, skipped: 0 };
  });
  add(total, installed);
  for (const { title, run } of installed.failed > 0 ? [] : chosen) {
    const partBegan = performance.now();
    console.log(`\n${title}`);
    const counts = await counted(run);
    console.log(`${title}: ${describe(counts)}, ${seconds(partBegan)}`);
    add(total, counts);
  }
  console.log(
    `\nAll of it took ${seconds(began)}${total.skipped > 0 ? `; ${total.skipped} tests were skipped` : ""}.`,
  );
  console.log(`tests: ${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});

function chosenParts() {
  const { values } = parseArgs({ options: { only: { type: "string" } }, strict: false });
  if (values.only === undefined) return Object.values(parts);
  const part = parts[String(values.only)];
  if (part) return [part];
  throw new CommandError(`--only takes one of ${Object.keys(parts).join(", ")}, not ${values.only}.`);
}

/**
 * What a part could not do for a reason it can tell counts as one failure, and the others still run.
 * @param {() => Promise<Counts>} run
 * @returns {Promise<Counts>}
 */
async function counted(run) {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.log(`\n${error.message}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** @param {Counts} counts */
function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * @param {Counts} total
 * @param {Counts} counts
 */
function add(total, counts) {
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
