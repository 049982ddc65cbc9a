import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./runtime.mjs";

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */
/** @typedef {Record<string, LockedPackage>} LockedPackages */

/**
 * Whether node_modules holds what the lockfile says. npm writes down what it installed as the last thing it does, so
 * an installation that was cut short, or one made for another platform, does not pass.
 */
export async function isInstalled() {
  const [locked, installed] = await Promise.all([
    readPackages(join(root, "package-lock.json")),
    readPackages(join(root, "node_modules", ".package-lock.json")),
  ]);
  if (!locked || !installed) return false;
  const wanted = Object.entries(locked).filter(([path]) => path !== "");
  return (
    wanted.every(
      ([path, entry]) => isSame(entry, installed[path]) || (!installed[path] && mayBeMissing(entry)),
    ) && Object.keys(installed).every((path) => path in locked)
  );
}

/**
 * @param {string} file
 * @returns {Promise<LockedPackages | undefined>}
 */
async function readPackages(file) {
  try {
    return JSON.parse(await readFile(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/**
 * @param {LockedPackage} locked
 * @param {LockedPackage | undefined} installed
 */
function isSame(locked, installed) {
  return installed?.version === locked.version && installed?.integrity === locked.integrity;
}

/**
 * Returns whether a package may be missing. Optional packages may, unless they are another package's part for this
 * platform. The platform's C library is not checked: packages that depend on it come together with some that do not.
 * @param {LockedPackage} entry
 */
function mayBeMissing({ optional, os, cpu, libc }) {
  const forThisPlatform = os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined;
  return optional === true && !forThisPlatform;
}
