import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { CommandError } from "./command.mjs";
import { step } from "./progress.mjs";
import { runQuietly } from "./run-program.mjs";
import { pinnedNode, root } from "./runtime.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macPrograms = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** Long enough for a slow line; a registry that never answers must not hold the tests up. */
const downloadLimitMs = 180_000;

/**
 * Finds a Chromium for the journeys: CHROMIUM_PATH, one on the path, or Playwright's own. When there is none, has
 * Playwright download its own, or the package manager install one where we are root.
 * @returns {Promise<string>} the path of the program
 * @throws {CommandError} saying how to get one; the journeys are never left out in silence.
 */
export async function ensureBrowser() {
  return (await findBrowser()) ?? (await downloadBrowser()) ?? (await installBrowser()) ?? refuse();
}

async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await isBrowser(named)) return named;
    throw new CommandError(`CHROMIUM_PATH names ${named}, which does not run as a browser.`);
  }
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const candidate of [...onPath, ...macPrograms]) {
    if (await isBrowser(candidate)) return candidate;
  }
  return findPlaywrightsOwn();
}

async function findPlaywrightsOwn() {
  const ask = 'console.log(require("@playwright/test").chromium.executablePath())';
  const { code, output } = await runQuietly(pinnedNode, ["-e", ask], { cwd: join(root, "e2e") });
  return code === 0 && (await isBrowser(output)) ? output : undefined;
}

async function downloadBrowser() {
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  const done = await attempt("Downloading a Chromium", () =>
    runQuietly(pinnedNode, [cli, "install", "chromium"], { timeout: downloadLimitMs }),
  );
  return done ? findPlaywrightsOwn() : undefined;
}

const packageManager = "/usr/bin/apt-get";

async function installBrowser() {
  if (process.getuid?.() !== 0 || !(await isProgram(packageManager))) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const done = await attempt("Installing a Chromium with apt-get", async () => {
    await runQuietly(packageManager, ["update"], { env });
    return runQuietly(packageManager, ["install", "-y", "--no-install-recommends", "chromium"], { env });
  });
  return done ? findBrowser() : undefined;
}

/**
 * Tries one way to get a browser, and tells why it did not work before the next is tried.
 * @param {string} label
 * @param {() => Promise<{ code: number, output: string }>} action
 */
async function attempt(label, action) {
  try {
    await step(label, async () => {
      const { code, output } = await action();
      if (code !== 0) throw new CommandError(output.split("\n").slice(-5).join("\n"));
    });
    return true;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.log(error.message);
    return false;
  }
}

/** @returns {never} */
function refuse() {
  throw new CommandError(
    "The journeys need a Chromium, and none was found, downloaded or installed.\n" +
      "Install one (Debian and Ubuntu: apt-get install chromium; macOS: brew install --cask chromium),\n" +
      'or run "npx playwright install chromium", or name one with CHROMIUM_PATH.',
  );
}

/**
 * Asks the program for its version: some systems ship one that only says where to get the real one, and a download
 * may lack libraries.
 * @param {string} path
 */
async function isBrowser(path) {
  if (!(await isProgram(path))) return false;
  const { code } = await runQuietly(path, ["--version"], { timeout: 20_000 });
  return code === 0;
}

/** @param {string} path */
async function isProgram(path) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
