import { execFile } from "node:child_process";
import { readdir, readFile, readlink } from "node:fs/promises";
import { promisify } from "node:util";

/** Returns whether a process with this ID exists, no matter which user it belongs to. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Whether the process is a PostgreSQL at work in this cluster. Ids are used again, most of all in containers, where
 * the id in an old file may by now be our own parent.
 */
export async function worksIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== "linux") return (await commandLine(pid)).includes(cluster);
  // A zombie process still has an ID, but no command line.
  const words = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0");
  if (!words.some((word) => /(^|\/)postgres(:|$)/.test(word))) return false;
  // Every PostgreSQL process has its cluster as its working directory. Those of other users' processes are not
  // readable.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === cluster || words.includes(cluster);
}

/** Returns all processes of a PostgreSQL in this cluster; none without /proc. */
export async function processesIn(cluster: string): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.map(Number).filter((pid) => Number.isInteger(pid) && pid > 1);
  const ours = await Promise.all(pids.map((pid) => worksIn(pid, cluster)));
  return pids.filter((_, index) => ours[index]);
}

const execute = promisify(execFile);

async function commandLine(pid: number): Promise<string> {
  const { stdout } = await execute("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return stdout;
}
