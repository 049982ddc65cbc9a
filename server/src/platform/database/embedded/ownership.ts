import { lchown, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** A user as the machine's file systems see it. */
export interface HostUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Changes the owner of a folder and everything in it. Needs root. The folder itself is last: while it has its old
 * owner, an interrupted change is restarted.
 */
export async function giveTree(path: string, owner: HostUser): Promise<void> {
  const found = await lstat(path);
  if (found.uid === owner.uid) return;
  if (found.isDirectory()) await giveContents(path, owner);
  await lchown(path, owner.uid, owner.gid);
}

async function giveContents(folder: string, owner: HostUser): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveContents(path, owner);
    await lchown(path, owner.uid, owner.gid);
  }
}
