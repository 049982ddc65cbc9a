import "./node-version.mjs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { caught, conclude, runParts, sumOf } from "./check-parts.mjs";
import { CommandError, command } from "./command.mjs";
import { ensureInstalled } from "./install.mjs";
import { countsOf } from "./outcome.mjs";
import { seconds } from "./progress.mjs";
import { keepScratchInMemory } from "./scratch-in-memory.mjs";
import { timesBySlice } from "./slices.mjs";
import { runStaticChecks } from "./static-checks.mjs";
import { resultsFolder, runJourneys, runUnitTests } from "./test-runners.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

/** @typedef {import("./check-parts.mjs").Part} Part */

/** @type {Record<string, Part>} */
const parts = {
  static: { title: "Static checks", run: runStaticChecks },
  unit: {
    title: "Unit and integration tests",
    run: () => ensureWebBuilt().then(() => runUnitTests()),
    again: (again) => runUnitTests({ again }),
  },
  e2e: {
    title: "Journeys in a browser",
    run: (isBeside) => ensureWebBuilt().then(() => runJourneys({ isBeside })),
    again: (again) => runJourneys({ again }),
    isBeside: true,
  },
};

/** Results of an earlier check, which would be mistaken for this one's. */
const ofSecondGoes = ["unsteady.txt", "unit-second.json", "e2e-second.json", "e2e-second"];

// `npm test`, the everyday check and the same command as CI: everything but what only the full check runs (see
// test-all.mjs). `-- --only static`, `unit` or `e2e` runs one part of it. The last line is read by machines.
await command(async () => {
  const began = performance.now();
  keepScratchInMemory();
  const chosen = chosenParts();
  for (const left of ofSecondGoes) await rm(join(resultsFolder, left), { recursive: true, force: true });
  const installed = await caught(() => ensureInstalled().then(() => undefined));
  if (installed) return conclude(countsOf(installed), seconds(began));
  const { done } = await runParts(chosen);
  const outcomes = done.map(({ outcome }) => outcome);
  console.log(`\nWhere the time of the tests went\n${timesBySlice(outcomes).join("\n")}`);
  return conclude(sumOf(outcomes.map(countsOf)), seconds(began));
});

function chosenParts() {
  const { values } = parseArgs({ options: { only: { type: "string" } }, strict: false });
  if (values.only === undefined) return Object.values(parts);
  const part = parts[String(values.only)];
  if (part) return [part];
  throw new CommandError(`--only takes one of ${Object.keys(parts).join(", ")}, not ${values.only}.`);
}
