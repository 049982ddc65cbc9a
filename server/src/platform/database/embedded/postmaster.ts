import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { programEnvironment } from "./environment.ts";
import type { EmbeddedLayout } from "./layout.ts";
import { openLog } from "./log-file.ts";
import type { Runner } from "./runner.ts";

/** A running PostgreSQL server, our child. */
export interface Postmaster {
  readonly pid: number;
  /** Settles when the process has ended, with how it ended. */
  readonly ended: Promise<string>;
  /** Ends connections, shuts the cluster down and waits until the process has exited. */
  stop(): Promise<void>;
}

/** Thrown when the server ended before it was ready. `said` is its log output. */
export class LaunchError extends Error {
  readonly said: string;

  constructor(ended: string, said: string) {
    super(`PostgreSQL ended with ${ended}`);
    this.said = said;
  }
}

export interface LaunchOptions {
  readonly layout: EmbeddedLayout;
  readonly runner: Runner;
  readonly settings: readonly string[];
  /** See `LeftOver`. */
  readonly foreignPid?: number | undefined;
  /** Called every few seconds during crash recovery. */
  readonly onSlow: (seconds: number) => void;
}

/**
 * Starts the server and waits until it takes connections, however long it takes to recover.
 * @throws {LaunchError}
 */
export async function launch(options: LaunchOptions): Promise<Postmaster> {
  const { layout, runner, settings, foreignPid } = options;
  const {
    file,
    args,
    options: user,
  } = runner.command(runner.programs.postgres, ["-D", layout.cluster, ...settings]);
  // PostgreSQL ignores this process ID in its old lock file, but still looks for processes with the old shared memory.
  // Deleting the file would remove that protection.
  const env = programEnvironment(foreignPid === undefined ? {} : { PG_GRANDPARENT_PID: String(foreignPid) });
  const log = await openLog(layout.logFile);
  try {
    // A session of its own: Ctrl-C in the terminal must reach the server, which drains, and not the database.
    const child = spawn(file, [...args], { ...user, env, detached: true, stdio: ["ignore", log.fd, log.fd] });
    const ended = endOf(child);
    // If our process exits without calling `stop`, ask the database to shut down.
    const askToStop = () => child.kill("SIGINT");
    process.once("exit", askToStop);
    ended.then(() => process.off("exit", askToStop));
    const pid = child.pid;
    if (pid === undefined) throw new LaunchError(await ended, "");
    if (!(await isReady(layout, pid, ended, options.onSlow))) {
      throw new LaunchError(await ended, await log.sinceOpened());
    }
    return { pid, ended, stop: () => stop(child, ended) };
  } finally {
    await log.close();
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/**
 * Waits for the status in the server's lock file, which is cheaper than trying to connect. Returns false if the server
 * has exited instead.
 */
async function isReady(
  { cluster }: EmbeddedLayout,
  pid: number,
  ended: Promise<string>,
  onSlow: LaunchOptions["onSlow"],
): Promise<boolean> {
  const hasEnded = ended.then(() => true);
  const started = performance.now();
  for (let toldSeconds = 0; ; ) {
    const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
    if (Number(lines[0]) === pid && lines[7]?.startsWith("ready")) return true;
    const seconds = Math.floor((performance.now() - started) / 5_000) * 5;
    if (seconds > toldSeconds) onSlow(seconds);
    toldSeconds = seconds;
    if (await Promise.race([hasEnded, sleep(10, false)])) return false;
  }
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  // The last signal cannot be disobeyed, except by a disk that does not answer.
  for (const [signal, patienceMs] of [
    ["SIGINT", 30_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const) {
    child.kill(signal);
    const limit = new AbortController();
    const timeout = sleep(patienceMs, "timeout", { signal: limit.signal }).catch(() => "timeout");
    const first = await Promise.race([ended, timeout]);
    limit.abort();
    if (first !== "timeout") return;
  }
}
