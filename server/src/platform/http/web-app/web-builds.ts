import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { StartLog } from "../../log/start-log.ts";

/** The newest builds are kept even if no server serves them: open pages still load their chunks for a while. */
const keptBuilds = 3;

export interface WebBuild {
  /** Undefined: nothing was built (development). */
  folder: string | undefined;
  /** Allows deleting the build, as the end of the process does. */
  release(): void;
}

/**
 * Takes the newest build of the web app in `builds`, which stays in place when other builds are made, and deletes old
 * builds that no process serves.
 *
 * A build in use has SQLite's shared lock on an empty file next to it. The kernel releases the lock when the process
 * ends, however it ends, and the lock works between containers that share the folder.
 */
export function takeWebBuild(builds: string, log: StartLog): WebBuild {
  const name = readPointer(builds);
  const folder = name && join(builds, name);
  if (!name || !folder || !existsSync(join(folder, "index.html"))) {
    return { folder: undefined, release: () => undefined };
  }
  const lock = holdShared(lockFileOf(builds, name));
  cleanUp(builds, name, log);
  return { folder, release: () => lock?.close() };
}

/** As scripts/web-builds.mjs writes it. */
function readPointer(builds: string): string | undefined {
  try {
    return readFileSync(join(builds, "current"), "utf8").trim();
  } catch {
    return undefined;
  }
}

function lockFileOf(builds: string, name: string): string {
  return join(builds, `${name}.lock`);
}

// A database that nothing refers to would be collected, and its lock with it.
const held = new Set<DatabaseSync>();

function holdShared(file: string): { close(): void } | undefined {
  try {
    const database = new DatabaseSync(file, { timeout: 1_000 });
    database.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
    held.add(database);
    return {
      close() {
        if (held.delete(database)) database.close();
      },
    };
  } catch {
    // If the folder is not writable, nothing deletes builds either.
    return undefined;
  }
}

function cleanUp(builds: string, own: string, log: StartLog): void {
  try {
    const names = readdirSync(builds).filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== own);
    const age = (name: string) => statSync(join(builds, name)).mtimeMs;
    const newestFirst = names.sort((a, b) => age(b) - age(a));
    for (const name of newestFirst.slice(keptBuilds - 1)) removeUnlessServed(builds, name);
  } catch (error) {
    log.info(`old builds of the web app could not be cleaned away: ${error}`);
  }
}

function removeUnlessServed(builds: string, name: string): void {
  const file = lockFileOf(builds, name);
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch {
    database.close();
    return;
  }
  rmSync(join(builds, name), { recursive: true, force: true });
  rmSync(file, { force: true });
  database.close();
}
