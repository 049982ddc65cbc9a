import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Names the newest build. The server reads it when it starts, and stays with that build until it ends. */
const pointer = "current";

/**
 * The newest build in `folder`, if it is whole.
 * @param {string} folder
 * @returns {Promise<string | undefined>} its name
 */
export async function currentBuild(folder) {
  const name = (await readFile(join(folder, pointer), "utf8").catch(() => "")).trim();
  return name !== "" && (await isThere(join(folder, name, "index.html"))) ? name : undefined;
}

/**
 * Makes what was built aside the newest build. It gets a folder of its own under `name`, which stands for its sources:
 * a server that runs keeps the files of its build, and one that serves this very build keeps those it has.
 * @param {string} folder of all builds
 * @param {string} aside on the same file system; gone afterwards
 * @param {string} name
 */
export async function placeBuild(folder, aside, name) {
  await mkdir(folder, { recursive: true });
  const place = join(folder, name);
  try {
    await rename(aside, place);
  } catch (error) {
    // There is one of these sources already.
    if (!(await isThere(join(place, "index.html")))) throw error;
    await rm(aside, { recursive: true, force: true });
    // It counts as new: old ones are cleaned away.
    await utimes(place, new Date(), new Date());
  }
  const next = join(folder, `${pointer}-${randomUUID()}`);
  await writeFile(next, `${name}\n`);
  await rename(next, join(folder, pointer));
}

/** @param {string} path */
async function isThere(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}
