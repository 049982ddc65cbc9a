import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { CommandError } from "./command.mjs";
import { step } from "./progress.mjs";
import { runQuietly } from "./run-program.mjs";
import { pinnedNode, root } from "./runtime.mjs";

/** Debian's: the same browser without windows, for a quarter less work. It shows no PDF. */
const shellName = "chromium-headless-shell";
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

/**
 * Names the browsers for the journeys, as `e2e/playwright.config.ts` reads them.
 * @returns {Promise<Record<string, string>>}
 */
export async function browserEnvironment() {
  const browser = await ensureBrowser();
  return { CHROMIUM_PATH: browser, CHROMIUM_SHELL_PATH: (await findShell()) ?? browser };
}

/**
 * Finds the headless build of Chromium: CHROMIUM_SHELL_PATH, or one on the path. If CHROMIUM_PATH names a browser, no
 * other is searched for; CI installs one with the package manager.
 * @returns {Promise<string | undefined>} the path of the program. Undefined if the full browser has to do everything
 */
async function findShell() {
  const named = process.env.CHROMIUM_SHELL_PATH;
  if (named || process.env.CHROMIUM_PATH) return named;
  const found = await findOnPath([shellName]);
  if (found || !process.env.CI) return found;
  // Must have the installed version, because they share files.
  const { output } = await runQuietly("dpkg-query", ["-s", "chromium-common"]).catch(() => ({ output: "" }));
  const version = /^Version: (\S+)/m.exec(output)?.[1];
  const isThere = version !== undefined && (await installPackages(`${shellName}=${version}`));
  return isThere ? findOnPath([shellName]) : undefined;
}

async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await isBrowser(named)) return named;
    throw new CommandError(`CHROMIUM_PATH names ${named}, which does not run as a browser.`);
  }
  return (await findOnPath(names, macPrograms)) ?? findPlaywrightsOwn();
}

/**
 * @param {string[]} wanted
 * @param {string[]} [more] paths to try after those
 * @param {(path: string) => Promise<boolean>} [isWanted] whether a program that was found is one that runs
 * @returns {Promise<string | undefined>}
 */
export async function findOnPath(wanted, more = [], isWanted = isBrowser) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = wanted.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const candidate of [...onPath, ...more]) {
    if (await isWanted(candidate)) return candidate;
  }
  return undefined;
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
  return (await installPackages("chromium", shellName)) ? findBrowser() : undefined;
}

/**
 * @param {string[]} packages
 * @returns {Promise<boolean>} false where we may not, or there is no package manager
 */
export async function installPackages(...packages) {
  if (process.getuid?.() !== 0 || !(await isProgram(packageManager))) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return attempt(`Installing ${packages.join(" and ")} with apt-get`, async () => {
    await runQuietly(packageManager, ["update"], { env });
    return runQuietly(packageManager, ["install", "-y", "--no-install-recommends", ...packages], { env });
  });
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
export async function isProgram(path) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
