import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "./command.mjs";
import { root } from "./runtime.mjs";

const kinds = /** @type {const} */ ([
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
]);

/**
 * Fails when `npm ci` would refuse the lockfile on a clean clone: when a package.json asks for something else than
 * the lockfile recorded, or an optional package of some platform is missing from it. An installed checkout shows
 * neither.
 * @throws {CommandError} naming what differs.
 */
export async function checkLockfile() {
  const { packages } = await readJson("package-lock.json");
  const { workspaces } = await readJson("package.json");
  /** @type {string[]} */
  const problems = [];
  for (const folder of ["", ...workspaces]) {
    const manifest = await readJson(join(folder, "package.json"));
    for (const kind of kinds) {
      if (!isSame(manifest[kind], packages[folder]?.[kind]))
        problems.push(`${join(folder, "package.json")}: ${kind}`);
    }
  }
  for (const [path, entry] of Object.entries(packages)) {
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (!isLocked(packages, path, name)) problems.push(`${name}, an optional part of ${path}`);
    }
  }
  if (problems.length === 0) return;
  throw new CommandError(
    `package-lock.json does not have what these ask for; run npm install:\n${problems.join("\n")}`,
  );
}

/** @param {string} file */
async function readJson(file) {
  return JSON.parse(await readFile(join(root, file), "utf8"));
}

/**
 * @param {Record<string, string>} [wanted]
 * @param {Record<string, string>} [locked]
 */
function isSame(wanted = {}, locked = {}) {
  const names = new Set([...Object.keys(wanted), ...Object.keys(locked)]);
  return [...names].every((name) => wanted[name] === locked[name]);
}

/**
 * Whether a package finds another in the lockfile, in its own node_modules or in one further up.
 * @param {Record<string, unknown>} packages
 * @param {string} path
 * @param {string} name
 */
function isLocked(packages, path, name) {
  for (let place = path; ; place = place.slice(0, Math.max(0, place.lastIndexOf("node_modules/") - 1))) {
    if (join(place, "node_modules", name) in packages) return true;
    if (place === "") return false;
  }
}
