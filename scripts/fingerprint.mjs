import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";

/**
 * A hash over the names and contents of files and whole folders; the same on every machine.
 * @param {string} base names count from here
 * @param {string[]} paths files or folders below `base`
 * @param {(path: string) => boolean} [leaveOut] by path below `base`
 */
export async function fingerprint(base, paths, leaveOut = () => false) {
  const hash = createHash("sha256");
  for (const path of paths) await add(join(base, path));
  return hash.digest("hex");

  /** @param {string} path */
  async function add(path) {
    const name = relative(base, path);
    if (leaveOut(name)) return;
    if ((await stat(path)).isDirectory()) {
      for (const entry of (await readdir(path)).sort()) await add(join(path, entry));
    } else {
      const content = await readFile(path);
      // With its length, so that the end of one file is never taken for the begin of the next.
      hash.update(`${name}\0${content.length}\0`).update(content);
    }
  }
}
