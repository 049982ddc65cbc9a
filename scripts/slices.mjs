/** @typedef {import("./outcome.mjs").Outcome} Outcome */

/**
 * Where the time of the tests went: a table with a line per slice, the longest first. The time of a test file is from
 * its loading to its end, so that the sum is about as many times the wall clock as there are workers.
 * @param {Outcome[]} outcomes
 * @returns {string[]}
 */
export function timesBySlice(outcomes) {
  /** @type {Map<string, { tests: number, unitMs: number, journeyMs: number }>} */
  const slices = new Map();
  /** @param {string} file */
  const lineOf = (file) => {
    const name = sliceOf(file);
    const line = slices.get(name) ?? { tests: 0, unitMs: 0, journeyMs: 0 };
    slices.set(name, line);
    return line;
  };
  for (const { tests, tookMs } of outcomes) {
    // The static checks tell their times themselves, and have no file.
    for (const { file } of tests) if (file !== "") lineOf(file).tests += 1;
    for (const [file, ms] of tookMs) lineOf(file)[file.startsWith("e2e/") ? "journeyMs" : "unitMs"] += ms;
  }
  const lines = [...slices].sort(([, a], [, b]) => b.unitMs + b.journeyMs - a.unitMs - a.journeyMs);
  return [
    `  ${"slice".padEnd(16)}${"tests".padStart(7)}${"unit".padStart(10)}${"journeys".padStart(10)}`,
    ...lines.map(
      ([name, { tests, unitMs, journeyMs }]) =>
        `  ${name.padEnd(16)}${String(tests).padStart(7)}${inSeconds(unitMs)}${inSeconds(journeyMs)}`,
    ),
  ];
}

/** Specs that do not begin with the name of their slice. */
const specs = new Map([
  ...["employees", "import", "roles"].map((name) => /** @type {const} */ ([name, "administration"])),
  ...["security", "sign", "single"].map((name) => /** @type {const} */ ([name, "identity"])),
  ...["accessibility", "content", "guards", "shell"].map((name) => /** @type {const} */ ([name, "app"])),
  ["two", "chat"],
]);

const folders = [
  // A slice has the same name everywhere.
  /^(?:server|web)\/src\/features\/([^/]+)\//,
  /^(?:server|web)\/test\/([^/]+)\//,
  /^contract\/src\/([^/]+)\//,
  /^e2e\/specs\/([^/]+)\//,
  /^e2e\/specs\/([a-z]+)/,
  // The layers below and around the slices.
  /^server\/src\/(platform)\//,
  /^web\/src\/(ui|lib|capabilities|app)\//,
  /^(server|web|contract)\//,
];

/** @param {string} file */
function sliceOf(file) {
  for (const folder of folders) {
    const [, name] = folder.exec(file) ?? [];
    if (name !== undefined) return file.startsWith("e2e/") ? (specs.get(name) ?? name) : name;
  }
  return "other";
}

/** @param {number} ms */
function inSeconds(ms) {
  return (ms === 0 ? "" : `${(ms / 1000).toFixed(1)} s`).padStart(10);
}
