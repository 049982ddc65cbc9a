import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../../log/start-error.ts";
import type { StartLog } from "../../log/start-log.ts";
import type { EmbeddedLayout } from "./layout.ts";
import { exists, processesIn, worksIn } from "./process-table.ts";

export interface LeftOver {
  /** A database server of an earlier Atoll was at work and has been stopped. */
  readonly stopped: boolean;
  /** The id in postmaster.pid belongs to a process that has nothing to do with this cluster. */
  readonly foreignPid?: number;
}

/**
 * Stops a server that an earlier Atoll left running when it was killed. It is not taken over, so that every start runs
 * this version's programs and settings as our own child.
 * @throws {StartError} if it belongs to another user, or does not stop.
 */
export async function stopLeftOver({ cluster }: EmbeddedLayout, log: StartLog): Promise<LeftOver> {
  const pid = await readPid(cluster);
  if (pid === undefined || !exists(pid)) return { stopped: false };
  if (!(await worksIn(pid, cluster))) return { stopped: false, foreignPid: pid };
  log.warn(`stopping the database server (process ${pid}) that an earlier Atoll left behind`);
  // Fast: ends connections and closes the cluster in order. Immediate: as if the machine had stopped. Then by force.
  for (const [signal, patienceMs] of stopping) {
    send(pid, signal, cluster);
    if (await isGone(pid, cluster, patienceMs)) return { stopped: true };
  }
  throw new StartError(
    `The database server that an earlier Atoll left behind (process ${pid}) does not end.`,
    `Look at what holds it (its disk, mostly), end it with "kill -9 ${pid}" and start again.`,
  );
}

/** Ends processes that outlived a killed server because they were too busy to notice. */
export async function endOrphans({ cluster }: EmbeddedLayout): Promise<void> {
  for (const pid of await processesIn(cluster)) send(pid, "SIGKILL", cluster);
}

const stopping = [
  ["SIGINT", 20_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
] as const;

/** The first line of PostgreSQL's own lock file; undefined when there is none or it is not whole. */
async function readPid(cluster: string): Promise<number | undefined> {
  const content = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(content, 10);
  return pid > 0 ? pid : undefined;
}

function send(pid: number, signal: NodeJS.Signals, cluster: string): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ESRCH") return;
    throw new StartError(
      `A database server of another user (process ${pid}) is at work in ${cluster}.`,
      "Run Atoll as that user, or stop that process first.",
      { cause: error },
    );
  }
}

async function isGone(pid: number, cluster: string, patienceMs: number): Promise<boolean> {
  const until = performance.now() + patienceMs;
  // The ID alone is not enough: dead processes keep theirs until their parent collects them.
  while (exists(pid) && (await worksIn(pid, cluster))) {
    if (performance.now() > until) return false;
    await sleep(10);
  }
  return true;
}
