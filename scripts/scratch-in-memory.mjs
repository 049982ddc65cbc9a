import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const memory = "/dev/shm";
const ours = /^atoll-tests-(\d+)$/;
/** More than a run has needed at any time, with what it may need on a machine that deletes late. */
const roomBytes = 4 * 1024 ** 3;

/**
 * Has this process and all that it starts keep what they throw away in memory, where the system has a place for that:
 * databases, servers' data and the browser's. On a disk, to copy a database for a file of tests took six times as much
 * work. A `TMPDIR` that is set stays.
 */
export function keepScratchInMemory() {
  if (process.env.TMPDIR || !hasRoom()) return;
  for (const name of readdirSync(memory)) {
    // Left by a run that was killed.
    const pid = ours.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(memory, name), { recursive: true, force: true });
  }
  const folder = join(memory, `atoll-tests-${process.pid}`);
  // Others may pass: PostgreSQL refuses to be root, and becomes somebody else where it is started by root.
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  process.env.TMPDIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}

/** Containers often have a small place there, or one from which no program may be run. */
function hasRoom() {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
    const [, , kind, options = ""] = mounts.find((line) => line.split(" ")[1] === memory)?.split(" ") ?? [];
    const { bavail, bsize } = statfsSync(memory);
    return kind === "tmpfs" && !options.split(",").includes("noexec") && bavail * bsize >= roomBytes;
  } catch {
    return false;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
