import "./node-version.mjs";
import { join } from "node:path";
import { browserEnvironment } from "./browser.mjs";
import { command } from "./command.mjs";
import { ensureInstalled } from "./install.mjs";
import { runProgram } from "./run-program.mjs";
import { pinnedNode, root, toolEnvironment } from "./runtime.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

/** The tests that find rare things by number, and how often each is run. `npm test` runs each a few times. */
const many = [
  { test: "ask-ai/canaries", runs: { ATOLL_CANARY_ROUNDS: 200 } },
  { test: "ask-ai/injections", runs: { ATOLL_INJECTIONS: 200 } },
  { test: "calendar/write/series-model", runs: { ATOLL_SERIES_EDITS: 200 } },
  { test: "chat/stream/stream-model", runs: { ATOLL_STREAM_RUNS: 100 } },
  { test: "chat/session/devices-model", runs: { ATOLL_DEVICE_RUNS: 20 } },
  { test: "chat-renderer", isJourney: true, runs: { ATOLL_HOSTILE_TEXTS: 2_000 } },
  { test: "documents/convergence", runs: { ATOLL_WRITING_RUNS: 100 } },
  { test: "documents/sharing/unplaced-text", runs: { ATOLL_WRITING_RUNS: 1_000 } },
  { test: "documents/text/round-trip", runs: { ATOLL_DOCUMENTS: 10_000 } },
  { test: "matrix/hostile", runs: { ATOLL_WHOLE_ATTACK: 1 } },
  { test: "matrix/matrix.test", runs: { ATOLL_WHOLE_MATRIX: 1 } },
  { test: "lifecycle/kill.test", runs: { ATOLL_KILL_ROUNDS: 12 } },
  { test: "lifecycle/board-killed", runs: { ATOLL_KILL_ROUNDS: 12 } },
  { test: "lifecycle/draft-killed", runs: { ATOLL_KILL_ROUNDS: 6, ATOLL_KILL_WRITERS: 20 } },
];
const longestMs = 60 * 60_000;
const vitest = [
  join(root, "node_modules", "vitest", "vitest.mjs"),
  ...["run", `--testTimeout=${longestMs}`, "--maxWorkers=1"],
];
const playwright = [
  join(root, "node_modules", "@playwright", "test", "cli.js"),
  ...["test", "--config", join("e2e", "playwright.config.ts"), "--workers=1"],
];

// `npm run test:all`, before a release: `npm test`, and then these one after the other. `-- --only-many` leaves out
// `npm test`, and `-- canaries` runs those whose name contains this.
await command(async () => {
  const chosen = process.argv.slice(2);
  await ensureInstalled();
  if (chosen.length === 0) {
    const code = await runProgram(pinnedNode, [join(root, "scripts", "test.mjs")]);
    if (code !== 0) return code;
  }
  await ensureWebBuilt();
  const names = chosen.filter((name) => !name.startsWith("--"));
  let failed = 0;
  for (const { test, isJourney, runs } of many) {
    if (names.length > 0 && !names.some((name) => test.includes(name))) continue;
    const counts = Object.fromEntries(Object.entries(runs).map(([name, count]) => [name, String(count)]));
    const browsers = isJourney && (await browserEnvironment());
    const code = await runProgram(pinnedNode, [...(isJourney ? playwright : vitest), test], {
      env: { ...toolEnvironment(), ...browsers, ...counts },
    });
    if (code !== 0) failed += 1;
  }
  console.log(`\nmany runs: ${failed === 0 ? "all passed" : `${failed} failed`}`);
  return failed === 0 ? 0 : 1;
});
