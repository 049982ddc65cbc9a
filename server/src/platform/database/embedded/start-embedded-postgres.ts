import { randomInt } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../../log/start-error.ts";
import type { StartLog } from "../../log/start-log.ts";
import { ensureCluster } from "./cluster.ts";
import { type EmbeddedLayout, layoutOf } from "./layout.ts";
import { keepTrimmed } from "./log-file.ts";
import { LaunchError, launch, type Postmaster } from "./postmaster.ts";
import { exists, processesIn, worksIn } from "./process-table.ts";
import { findPrograms } from "./programs.ts";
import { chooseRunner } from "./runner.ts";
import { databaseUrl } from "./running-url.ts";
import { settingArguments } from "./settings.ts";

interface LeftOver {
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
async function endOrphans({ cluster }: EmbeddedLayout): Promise<void> {
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

export interface EmbeddedPostgresOptions {
  /** Atoll's data folder. The caller has locked it (`lockDataFolder`), so that two servers cannot meet here. */
  readonly dataFolder: string;
  readonly log: StartLog;
  /** A free one is chosen by default. */
  readonly port?: number;
  /** PostgreSQL settings that differ from the house's, by name. */
  readonly settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** URL with the password, for a role that owns its database and is not a superuser. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** True if a server of an earlier Atoll was found and stopped. */
  readonly stoppedLeftOver: boolean;
  /** Calls back when the server has ended without `stop`, with how it ended. */
  onExit(callback: (how: string) => void): void;
  /** Closes the database in order. Fast, but it waits for the disk. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL in the data folder, creates its cluster if there is none, and waits until it accepts connections
 * from this machine. Handles whatever an earlier Atoll left there: running, dead or unfinished.
 * @throws {StartError} if it cannot be started, with PostgreSQL's output.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const layout = layoutOf(await realpath(options.dataFolder));
  const leftOver = await stopLeftOver(layout, options.log);
  const runner = await chooseRunner(layout, findPrograms());
  const password = await ensureCluster(layout, runner);

  const attempt = async (port: number): Promise<Postmaster> =>
    launch({
      layout,
      runner,
      settings: settingArguments(port, options.settings),
      foreignPid: leftOver.foreignPid,
      onSlow: (seconds) => options.log.warn(`PostgreSQL is recovering after a crash (${seconds} s so far)`),
    });
  const { postmaster, port } = await launchPatiently(attempt, layout, options.port);
  return embedded(postmaster, port, password, layout, leftOver, options.log);
}

const patienceMs = 15_000;

/**
 * Retries with another port if the first one has since been taken, and retries while the processes of a killed server
 * are still exiting.
 */
async function launchPatiently(
  attempt: (port: number) => Promise<Postmaster>,
  layout: EmbeddedLayout,
  fixedPort: number | undefined,
): Promise<{ postmaster: Postmaster; port: number }> {
  const started = performance.now();
  for (;;) {
    const port = fixedPort ?? (await choosePort());
    try {
      return { postmaster: await attempt(port), port };
    } catch (error) {
      const said = error instanceof LaunchError ? error.said : "";
      const passing = /could not bind|pre-existing shared memory block|lock file .* already exists/.test(
        said,
      );
      const elapsedMs = performance.now() - started;
      if (!passing || elapsedMs > patienceMs) throw asStartError(error, layout);
      // The server they belonged to is dead, so nothing they still do would ever be acknowledged.
      if (elapsedMs > 2_000 && said.includes("pre-existing shared memory block")) await endOrphans(layout);
      await sleep(200);
    }
  }
}

function asStartError(error: unknown, layout: EmbeddedLayout): unknown {
  if (!(error instanceof LaunchError)) return error;
  return new StartError(
    `The embedded PostgreSQL does not start: ${error.message}.\n${error.said}`.trim(),
    `Its log is ${layout.logFile}. With DATABASE_URL, Atoll uses a PostgreSQL of your own instead.`,
    { cause: error },
  );
}

function embedded(
  postmaster: Postmaster,
  port: number,
  password: string,
  layout: EmbeddedLayout,
  leftOver: LeftOver,
  log: StartLog,
): EmbeddedPostgres {
  const stopTrimming = keepTrimmed(layout.logFile, (error) =>
    log.warn(`PostgreSQL's log could not be cut: ${error}`),
  );
  let stopping = false;
  const callbacks: ((how: string) => void)[] = [];
  postmaster.ended.then((how) => {
    void stopTrimming();
    if (!stopping) for (const callback of callbacks) callback(how);
  });
  return {
    url: databaseUrl(password, port),
    port,
    pid: postmaster.pid,
    stoppedLeftOver: leftOver.stopped,
    onExit: (callback) => callbacks.push(callback),
    stop: () => {
      stopping = true;
      return postmaster.stop();
    },
  };
}

/**
 * Returns a free port on 127.0.0.1, below the range of ephemeral ports, so that it is still free when the database
 * restarts.
 */
async function choosePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port between 20000 and 32000 on 127.0.0.1");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1" }, () => server.close(() => resolve(true)));
  });
}
