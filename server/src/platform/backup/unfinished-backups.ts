import { readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { exists } from "../database/embedded/process-table.ts";

/**
 * No backup takes this long. For a backup started on another machine, its age is the only sign that it was interrupted.
 */
const longestDays = 7;

/** Returns the name of a backup in progress, with its start time and process. */
export function unfinishedName(now: Date): string {
  return `.unfinished-${stampOf(now)}-${process.pid}@${hostname()}`;
}

/** Formats an instant for the name of a folder, in UTC with seconds. */
export function stampOf(instant: Date): string {
  return instant.toISOString().slice(0, 19).replaceAll(":", "-");
}

/** Deletes backups that were killed before they finished: each may be as large as a whole one. */
export async function removeLeftOver(target: string, now: Date): Promise<void> {
  for (const name of await readdir(target)) {
    if (isLeftOver(name, now)) await rm(join(target, name), { recursive: true, force: true });
  }
}

function isLeftOver(name: string, now: Date): boolean {
  const [, stamp, pid, host] = /^\.unfinished-([\dT-]{19})-(\d+)(?:@(.+))?$/.exec(name) ?? [];
  if (!stamp) return false;
  const longestAgo = new Date(now.getTime() - longestDays * 86_400_000);
  // Stamps are in the order of time.
  return stamp < stampOf(longestAgo) || (host === hostname() && !exists(Number(pid)));
}
