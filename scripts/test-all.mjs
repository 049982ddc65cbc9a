import "./node-version.mjs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installPackages, isProgram } from "./browser.mjs";
import { caught, conclude, inWords, runParts, sumOf } from "./check-parts.mjs";
import { CommandError, command } from "./command.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { ensureInstalled } from "./install.mjs";
import { countsOf } from "./outcome.mjs";
import { runQuietly } from "./run-program.mjs";
import { root } from "./runtime.mjs";
import { keepScratchInMemory } from "./scratch-in-memory.mjs";
import { runStaticChecks } from "./static-checks.mjs";
import { resultsFolder, runJourneys, runUnitTests } from "./test-runners.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

/** @typedef {import("./check-parts.mjs").Part} Part */
/** @typedef {import("./outcome.mjs").Counts} Counts */

/**
 * The state of a full check, kept so that `--continue` can go on after a break.
 *
 * @typedef {object} Progress
 * @property {string} sources a fingerprint of everything that was checked
 * @property {number} tookMs by all runs together
 * @property {Record<string, Counts & { tookMs: number }>} parts those that came to their end
 */

/** The tests that find rare things by number, and how often each is run. The others run each a few times. */
const rare = [
  { test: "ask-ai/canaries", runs: { ATOLL_CANARY_ROUNDS: 200 } },
  { test: "ask-ai/injections", runs: { ATOLL_INJECTIONS: 200 } },
  { test: "calendar/write/series-model", runs: { ATOLL_SERIES_EDITS: 200 } },
  { test: "chat/stream/stream-model", runs: { ATOLL_STREAM_RUNS: 100 } },
  { test: "chat/session/devices-model", runs: { ATOLL_DEVICE_RUNS: 20 } },
  { test: "chat-renderer", isJourney: true, runs: { ATOLL_HOSTILE_TEXTS: 2_000 } },
  { test: "documents/convergence", runs: { ATOLL_WRITING_RUNS: 100 } },
  { test: "documents/sharing/unplaced-text", runs: { ATOLL_WRITING_RUNS: 1_000 } },
  { test: "documents/text/round-trip", runs: { ATOLL_DOCUMENTS: 10_000 } },
  { test: "lifecycle/kill.test", runs: { ATOLL_KILL_ROUNDS: 12 } },
  { test: "lifecycle/board-killed", runs: { ATOLL_KILL_ROUNDS: 12 } },
  { test: "lifecycle/draft-killed", runs: { ATOLL_KILL_ROUNDS: 6, ATOLL_KILL_WRITERS: 20 } },
];
const longestMs = 60 * 60_000;

/** Parts of a size that is worth continuing after. */
const [serverShards, journeyShards] = [8, 4];

const lastResult = join(root, "docs", "reference", "last-full-check.md");
const progressFile = join(resultsFolder, "full-check.json");

// `npm run test:all`, the full check, before a release: all that `npm test` runs with every state of the matrix, every
// journey and every kill, and then what finds rare things, many times. `-- --continue` leaves out what has passed since
// it started, if the sources are still the same. `-- canaries` runs the parts whose name contains this. The last line
// is read by machines.
await command(async () => {
  const began = performance.now();
  keepScratchInMemory();
  const { values, positionals } = parseArgs({
    options: { continue: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const installed = await caught(() => ensureInstalled().then(() => undefined));
  if (installed) return conclude(countsOf(installed), minutes(performance.now() - began));
  // OpenLDAP's server, which the tests of directories ask. Where it cannot be installed, they say so.
  if (!(await isProgram("/usr/sbin/slapd"))) await installPackages("slapd");
  // The server of a bus between nodes.
  if (!(await isProgram("/usr/bin/redis-server"))) await installPackages("redis-server");
  // Ceph's S3 gateway, over which the storage of files is tested.
  if (!(await isProgram("/usr/bin/radosgw"))) await installPackages("radosgw", "ceph-mon", "ceph-osd");
  const progress = await progressOf(values.continue && (await readProgress()));
  const earlierMs = progress.tookMs;
  const all = allParts();
  const named = all.filter(
    ({ title }) => positionals.length === 0 || positionals.some((name) => title.includes(name)),
  );
  const chosen = named.filter(({ title }) => !hasPassed(progress, title));
  if (named.length === 0)
    throw new CommandError(
      `No part is called ${positionals.join(" or ")}:\n${all.map(({ title }) => title).join("\n")}`,
    );
  const { done } = await runParts(chosen, async ({ part, outcome, tookMs }) => {
    progress.parts[part.title] = { ...countsOf(outcome), tookMs };
    progress.tookMs = earlierMs + performance.now() - began;
    const count = Object.keys(progress.parts).length;
    console.log(`${count} of ${all.length} parts, ${minutes(progress.tookMs)}`);
    await writeProgress(progress);
  });
  // Results that the second go changed.
  for (const { part, outcome, tookMs } of done) progress.parts[part.title] = { ...countsOf(outcome), tookMs };
  progress.tookMs = earlierMs + performance.now() - began;
  await writeProgress(progress);
  const ran = all.flatMap(({ title }) => {
    const result = progress.parts[title];
    return result ? [{ title, ...result }] : [];
  });
  console.log("\nPart by part");
  for (const { title, tookMs, ...counts } of ran)
    console.log(`  ${title.padEnd(44)} ${inWords(counts)}, ${minutes(tookMs)}`);
  const sum = sumOf(ran);
  if (ran.length === all.length) await writeLastResult(sum, progress, ran);
  return conclude(sum, minutes(progress.tookMs));
});

/** @returns {Part[]} */
function allParts() {
  /** @type {(title: string, name: string, args: string[]) => Part} */
  const unit = (title, name, args) => ({
    title,
    run: () => ensureWebBuilt().then(() => runUnitTests({ args, isFull: true, name })),
    again: (again) => runUnitTests({ again, isFull: true, name }),
  });
  /** @type {(shard: number) => Part} */
  const journeys = (shard) => {
    const how = { isFull: true, name: `e2e-${shard}` };
    return {
      title: `Journeys, ${shard} of ${journeyShards}`,
      isBeside: true,
      run: (isBeside) =>
        ensureWebBuilt().then(() =>
          runJourneys({ ...how, isBeside, args: [`--shard=${shard}/${journeyShards}`] }),
        ),
      again: (again) => runJourneys({ ...how, again }),
    };
  };
  return [
    { title: "Static checks", run: runStaticChecks },
    unit("Contract", "unit-contract", ["--project=contract"]),
    unit("Web", "unit-web", ["--project=web", "--project=web-production"]),
    ...upTo(serverShards).map((shard) =>
      unit(`Server, ${shard} of ${serverShards}`, `unit-server-${shard}`, [
        "--project=server",
        `--shard=${shard}/${serverShards}`,
      ]),
    ),
    ...upTo(journeyShards).map(journeys),
    ...rare.map(({ test, isJourney, runs }) => rarePart(test, isJourney === true, runs)),
  ];
}

/**
 * @param {string} test
 * @param {boolean} isJourney
 * @param {Record<string, number | undefined>} runs
 * @returns {Part}
 */
function rarePart(test, isJourney, runs) {
  const name = `many-${test.replaceAll("/", "-")}`;
  const env = Object.fromEntries(Object.entries(runs).map(([variable, count]) => [variable, String(count)]));
  return {
    title: `Many runs: ${test}`,
    run: () =>
      ensureWebBuilt().then(() =>
        isJourney
          ? runJourneys({ isFull: true, env, name, args: ["--workers=1", test] })
          : runUnitTests({
              isFull: true,
              env,
              name,
              args: [`--testTimeout=${longestMs}`, "--maxWorkers=1", test],
            }),
      ),
  };
}

/** @param {number} count */
function upTo(count) {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/**
 * @param {Progress} progress
 * @param {string} title
 */
function hasPassed({ parts }, title) {
  const result = parts[title];
  return result !== undefined && result.failed === 0 && result.passed > 0;
}

/**
 * Goes on with what an earlier run left, or starts over.
 * @param {Progress | false | undefined} earlier
 * @returns {Promise<Progress>}
 */
async function progressOf(earlier) {
  const sources = await fingerprintOfSources();
  if (!earlier) return { sources, tookMs: 0, parts: {} };
  if (earlier.sources === sources) return earlier;
  throw new CommandError("The sources have changed since the full check began. Run it without --continue.");
}

/** @returns {Promise<Progress | undefined>} */
async function readProgress() {
  const text = await readFile(progressFile, "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** @param {Progress} progress */
async function writeProgress(progress) {
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(progressFile, JSON.stringify(progress, null, 2));
}

async function fingerprintOfSources() {
  const isNoSource = (/** @type {string} */ path) => /(^|[\\/])(dist|node_modules)$/.test(path);
  const sources = ["package-lock.json", "contract", "server", "web", "e2e", "bench", "scripts"];
  return fingerprint(root, sources, isNoSource);
}

/**
 * Writes down what the last whole run came to, for readers of the repository.
 * @param {Counts} sum
 * @param {Progress} progress
 * @param {(Counts & { title: string, tookMs: number })[]} ran
 */
async function writeLastResult(sum, progress, ran) {
  const git = async (/** @type {string[]} */ ...args) =>
    runQuietly("git", ["-C", root, ...args], { env: process.env }).then(({ output }) => output.trim());
  const isChanged = (await git("status", "--porcelain", "--untracked-files=no")) !== "";
  const rows = ran.map(
    ({ title, tookMs, passed, failed, skipped }) =>
      `| ${title} | ${passed} | ${failed} | ${skipped} | ${Math.round(tookMs / 1000)} |`,
  );
  const text = `# The last full check

\`npm run test:all\` writes this page. Parts of the second kind of test run next to the others, so that the sum of the
seconds is more than the time that the check took.

- Commit: ${await git("rev-parse", "HEAD")}${isChanged ? ", with changes that were not committed" : ""}
- Date: ${new Date().toISOString().slice(0, 10)}
- Result: ${inWords(sum)}
- Seconds: ${Math.round(progress.tookMs / 1000)}

| Part | Passed | Failed | Skipped | Seconds |
| --- | ---: | ---: | ---: | ---: |
${rows.join("\n")}
`;
  await writeFile(lastResult, text);
}

/** @param {number} ms */
function minutes(ms) {
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
