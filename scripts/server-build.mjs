import { readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "./command.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { step } from "./progress.mjs";
import { runQuietly } from "./run-program.mjs";
import { pinnedNode, root } from "./runtime.mjs";

/** Operators' commands: each is a program of its own, next to the server. */
export const commands = [
  "backup",
  "check-settings",
  "create-account",
  "disable-account",
  "enable-account",
  "export",
  "health",
  "import",
  "import-everything",
  "list-accounts",
  "maintenance",
  "make-super-admin",
  "move-files",
  "reindex",
  "reset-admin",
  "restore",
  "rotate-keys",
];

const builds = join(root, "server", "dist");
const keptBuilds = 5;
const sources = ["package-lock.json", join("contract", "src"), join("server", "src"), join("server", "demo")];

/** @type {Promise<string> | undefined} */
let underWay;

/**
 * Bundles the server when its sources are not those of a build that is there. Resolving and compiling some 2,500
 * modules takes three times as long as everything else that a start does.
 * @returns {Promise<string>} the folder of the build, with `main.mjs` and one program per command
 */
export function ensureServerBuilt() {
  // Concurrent callers in this process wait for the same build; one that failed is tried again.
  underWay ??= ensure().catch((error) => {
    underWay = undefined;
    throw error;
  });
  return underWay;
}

async function ensure() {
  const folder = join(builds, await nameOfSources());
  const isBuilt = await stat(join(folder, "main.mjs")).catch(() => undefined);
  if (isBuilt) {
    // It counts as new: old ones are cleaned away.
    await utimes(folder, new Date(), new Date());
    return folder;
  }
  await step("Building the server", () => build(folder));
  await deleteOldBuilds(folder);
  return folder;
}

/** A build is named by what it was made from. */
async function nameOfSources() {
  const isNoSource = (/** @type {string} */ path) => /\.test\.ts$/.test(path);
  const own = ["server-build.mjs", "bundle-server.mjs"].map((name) => join("scripts", name));
  return (await fingerprint(root, [...own, ...sources], isNoSource)).slice(0, 16);
}

/**
 * Builds aside and puts the build in place whole, so that one that is cut short is never taken for one.
 * @param {string} folder
 */
async function build(folder) {
  const aside = join(builds, `unfinished-${process.pid}`);
  try {
    // In a process of the pinned Node, because the bundler needs a newer one than the scripts do.
    const bundler = [join(root, "scripts", "bundle-server.mjs"), aside, "main", ...commands];
    const { code, output } = await runQuietly(pinnedNode, bundler);
    if (code !== 0) throw new CommandError(`The server could not be built:\n\n${output}`);
    // Another process may have put the same build in place.
    await rename(aside, folder).catch((error) =>
      stat(join(folder, "main.mjs")).catch(() => Promise.reject(error)),
    );
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function deleteOldBuilds(/** @type {string} */ newest) {
  const ages = await Promise.all(
    (await readdir(builds)).map(async (name) => {
      const folder = join(builds, name);
      return { folder, isWhole: !name.includes("-"), ms: (await stat(folder)).mtimeMs };
    }),
  );
  const builtBefore = ages.filter(({ isWhole }) => isWhole).sort((a, b) => b.ms - a.ms);
  const cutShort = ages.filter(({ isWhole, ms }) => !isWhole && ms < Date.now() - 3_600_000);
  for (const { folder } of [...builtBefore.slice(keptBuilds), ...cutShort])
    if (folder !== newest) await rm(folder, { recursive: true, force: true });
}
