import { realpath } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../../log/start-error.ts";
import type { StartLog } from "../../log/start-log.ts";
import { ensureCluster } from "./cluster.ts";
import { type EmbeddedLayout, layoutOf } from "./layout.ts";
import { endOrphans, type LeftOver, stopLeftOver } from "./left-over.ts";
import { keepTrimmed } from "./log-file.ts";
import { choosePort } from "./port.ts";
import { LaunchError, launch, type Postmaster } from "./postmaster.ts";
import { findPrograms } from "./programs.ts";
import { chooseRunner } from "./runner.ts";
import { databaseUrl } from "./running-url.ts";
import { settingArguments } from "./settings.ts";

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
