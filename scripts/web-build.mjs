import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { CommandError } from "./command.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { step } from "./progress.mjs";
import { runQuietly } from "./run-program.mjs";
import { pinnedNode, root } from "./runtime.mjs";

const built = join(root, "web", "dist");
const stamp = ".built-from";

/**
 * Builds the web app when its sources are not those of the last build.
 * @throws {CommandError} with what Vite said.
 */
export async function ensureWebBuilt() {
  const sources = await sourcesNow();
  if (sources !== (await sourcesOfLastBuild())) {
    await step("Building the web app", () => buildWeb(sources));
  }
}

/**
 * Builds the web app, whatever there is.
 * @param {string} [sources]
 * @returns {Promise<string>} what Vite said
 * @throws {CommandError} with what Vite said.
 */
export async function buildWeb(sources) {
  const from = sources ?? (await sourcesNow());
  // Built aside and swapped in whole: a server that runs keeps its files, and a build that fails harms nothing.
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
    await writeFile(join(aside, stamp), from);
    await rm(built, { recursive: true, force: true });
    await rename(aside, built);
    return output;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

function sourcesNow() {
  const isNoSource = (/** @type {string} */ path) =>
    /^(dist|node_modules|test)$/.test(basename(path)) || /\.test\.tsx?$/.test(path);
  return fingerprint(
    root,
    ["package-lock.json", "tsconfig.base.json", "web", join("contract", "src")],
    isNoSource,
  );
}

function sourcesOfLastBuild() {
  return readFile(join(built, stamp), "utf8").catch(() => undefined);
}
