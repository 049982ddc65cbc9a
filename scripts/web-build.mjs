import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "./command.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { step } from "./progress.mjs";
import { runQuietly } from "./run-program.mjs";
import { pinnedNode, root } from "./runtime.mjs";
import { currentBuild, placeBuild } from "./web-builds.mjs";

const builds = join(root, "web", "dist");

/** @type {Promise<string> | undefined} */
let underWay;

/**
 * Builds the web app when its sources are not those of the newest build.
 * @throws {CommandError} with what Vite said.
 */
export async function ensureWebBuilt() {
  // Concurrent callers in this process wait for the same build.
  await underWay?.catch(() => undefined);
  const name = await nameOfSources();
  if (name !== (await currentBuild(builds))) await step("Building the web app", () => buildWeb(name));
}

/**
 * Builds the web app, whatever there is.
 * @param {string} [name]
 * @returns {Promise<string>} what Vite said
 * @throws {CommandError} with what Vite said.
 */
export function buildWeb(name) {
  underWay = build(name);
  return underWay;
}

/** @param {string} [name] */
async function build(name) {
  const from = name ?? (await nameOfSources());
  // Built aside and put in place whole: a build that fails harms nothing.
  const aside = join(root, ".cache", `web-build-${process.pid}`);
  await mkdir(join(root, ".cache"), { recursive: true });
  try {
    const vite = join(root, "node_modules", "vite", "bin", "vite.js");
    const { code, output } = await runQuietly(pinnedNode, [
      vite,
      "build",
      "web",
      "--outDir",
      aside,
      "--emptyOutDir",
    ]);
    // Where in Vite it went wrong tells nobody anything.
    const said = output.replaceAll(/^\s+at .*\n/gm, "");
    if (code !== 0) throw new CommandError(`The web app could not be built:\n\n${said}`);
    await placeBuild(builds, aside, from);
    return output;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** A build is named by what it was made from. */
async function nameOfSources() {
  const isNoSource = (/** @type {string} */ path) =>
    /(^|[\\/])(dist|node_modules|test)$/.test(path) || /\.test\.tsx?$/.test(path);
  const sources = ["package-lock.json", "tsconfig.base.json", "web", join("contract", "src")];
  return (await fingerprint(root, sources, isNoSource)).slice(0, 16);
}
