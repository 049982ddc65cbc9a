import { fileURLToPath } from "node:url";
import { buildApp } from "./app.ts";
import { selectSamplePlaces } from "./features/files/queries.ts";
import {
  ensureFirstAdministrator,
  type FirstAdministrator,
} from "./features/identity/accounts/first-administrator.ts";
import { refuseHalfRestored } from "./platform/backup/put-in-place.ts";
import { openRedisLine } from "./platform/bus/redis-line.ts";
import { type Config, readConfig } from "./platform/configuration/config.ts";
import { type DataFolderLock, lockDataFolder } from "./platform/configuration/data-folder.ts";
import { describeUnknownVariables } from "./platform/configuration/unknown-variables.ts";
import { waitForDatabase } from "./platform/database/availability.ts";
import { refuseOtherClock } from "./platform/database/clock.ts";
import { openDatabase } from "./platform/database/database.ts";
import { superviseEmbeddedPostgres } from "./platform/database/embedded/supervise-embedded-postgres.ts";
import { knownMigrations, migrate } from "./platform/database/migrate.ts";
import { createNotifications } from "./platform/database/notifications.ts";
import { createPoolProbe } from "./platform/database/pool-probe.ts";
import { type Drain, drainOnSignal } from "./platform/drain.ts";
import { explainFailure } from "./platform/explain-failure.ts";
import type { FileStorage } from "./platform/files/file-storage.ts";
import { openStorage } from "./platform/files/open-storage.ts";
import { claimStorage } from "./platform/files/storage-mark.ts";
import { listenOn } from "./platform/http/listen-on.ts";
import { takeWebBuild } from "./platform/http/web-app/web-builds.ts";
import { createLog, type Log } from "./platform/log/log.ts";
import { createMetrics, watchPool, watchProcess, watchQueries } from "./platform/metrics.ts";
import { createReadiness } from "./platform/operation/readiness.ts";
import { createSlowStatements } from "./platform/operation/slow-statements.ts";
import { watchRoom } from "./platform/storage-room.ts";
import { readVersion } from "./platform/version.ts";
import type { Database, Tables } from "./tables.ts";

const webBuilds = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** Starts the whole of Atoll and returns once it serves; ends with the process. */
export async function start(env: Record<string, string | undefined>): Promise<void> {
  const config = readConfig(env);
  for (const line of describeUnknownVariables(env)) say(line);
  const log = createLog(config.logLevel);
  const drain = drainOnSignal({ log, say });
  try {
    await run(config, log, drain);
  } catch (error) {
    await drain.stopAll();
    throw error;
  }
}

async function run(config: Config, log: Log, drain: Drain): Promise<void> {
  const database = await startDatabase(config, log);
  drain.add("database", database.stop);
  const metrics = createMetrics();
  watchProcess(metrics);
  const slowStatements = createSlowStatements();
  const { db, pool, announcements } = openDatabase<Tables>({
    url: database.url,
    log,
    preparedStatements: config.preparedStatements,
    observe: watchQueries(metrics, log, slowStatements),
  });
  watchPool(metrics, pool);
  const probe = createPoolProbe(pool, log);
  // A transaction not committed by then was never acknowledged.
  drain.add("database connections", () => db.destroy(), 500);
  await waitForDatabase(pool, { log, say });
  await refuseOtherClock(db);
  await migrate(database.url, { onPending: (names) => say(describePending(names)) });
  const { filesFolder } = config;
  refuseHalfRestored(filesFolder);
  const files = await openStorage(config, log);
  const filesMark = await claimStorage(db, files, () => selectSamplePlaces(db));
  if (files.site.isRemote) await files.site.tryToStore().catch(sayRefusal);
  const room = watchRoom({
    folders: { files: filesFolder, database: config.databaseUrl ? undefined : config.dataFolder },
    keepFreeBytes: config.keepFreeBytes,
  });
  if (config.demo) await seedDemo(db, files);

  const notifications = createNotifications(database.url, log, { probe });
  drain.add("notifications", () => notifications.close(), 500);
  const busLine = config.busUrl
    ? await openRedisLine({ url: config.busUrl, name: `atoll:${filesMark}`, log, say })
    : undefined;
  if (busLine) drain.add("bus", () => busLine.close(), 500);
  const opened = Promise.withResolvers<void>();
  const app = await buildApp({
    opened: opened.promise,
    db,
    pool,
    notifications,
    announcements,
    busLine,
    log,
    files,
    room,
    maxBytesPerPerson: config.maxBytesPerPerson,
    dataFolder: config.dataFolder,
    workspace: {
      productName: "Atoll",
      companyName: config.companyName,
      version: readVersion(),
      maxFileBytes: config.maxFileBytes,
    },
    isFullExportAllowed: config.isFullExportAllowed,
    singleSignOn: config.singleSignOn,
    mail: config.mail,
    mailIn: config.mailIn,
    longestSessionDays: config.longestSessionDays,
    trustedProxies: config.trustedProxies,
    metrics,
    readiness: createReadiness({
      db,
      migrations: await knownMigrations(),
      version: readVersion(),
      files,
      filesMark,
      room,
      isDraining: drain.isDraining,
      isHearing: notifications.isHearing,
    }),
    slowStatements,
    peoplePerAddress: config.peoplePerAddress,
    metricsFrom: config.metricsFrom,
    publicUrl: config.publicUrl,
    outbound: { privateHosts: config.privatePushHosts },
    patience: { searchMs: config.longestSearchMs },
    webFolder: takeWebBuild(webBuilds, log).folder,
  });
  drain.add("server", () => app.close());
  const address = await listenOn(app.http, config);
  database.lock?.announce(address);
  // Create the administrator last, with all requests waiting for it, so that a start that fails over its address never leaves an unread password behind.
  const administrator = await createAdministrator(db, config).finally(opened.resolve);
  // performance.now() counts from the start of the process: loading the code is part of the wait.
  await sayReady(config, address, administrator, performance.now());
}

interface RunningDatabase {
  url: string;
  lock: DataFolderLock | undefined;
  stop: () => Promise<void>;
}

async function startDatabase(config: Config, log: Log): Promise<RunningDatabase> {
  if (config.databaseUrl) refuseHalfRestored(config.dataFolder);
  if (config.databaseUrl) return { url: config.databaseUrl, lock: undefined, stop: async () => {} };
  const lock = lockDataFolder(config.dataFolder);
  refuseHalfRestored(lock.path);
  const postgres = await superviseEmbeddedPostgres({ dataFolder: lock.path, log });
  if (postgres.stoppedLeftOver) say("A database left over from an earlier run was found and stopped.");
  return {
    url: postgres.url,
    lock,
    stop: async () => {
      await postgres.stop();
      lock.release();
    },
  };
}

async function seedDemo(db: Database, files: FileStorage): Promise<void> {
  const { seedDemoCompany } = await import("../demo/seed.ts");
  await seedDemoCompany(db, files, { now: new Date(), say });
}

/** A new database has too many steps to print each of them. */
function describePending(names: readonly string[]): string {
  return names.length > 5
    ? `Preparing the database (${names.length} steps) ...`
    : `Preparing the database: ${names.join(", ")}`;
}

async function createAdministrator(db: Database, config: Config): Promise<FirstAdministrator | undefined> {
  if (config.demo) return undefined;
  return ensureFirstAdministrator(db, { email: config.adminEmail, password: config.adminPassword });
}

async function sayReady(
  config: Config,
  address: string,
  administrator: FirstAdministrator | undefined,
  tookMs: number,
): Promise<void> {
  say(`\nAtoll is ready at ${address} (in ${(tookMs / 1000).toFixed(2)} s)`);
  if (config.demo) {
    const { describeSignIns } = await import("../demo/describe-sign-ins.ts");
    say(describeSignIns());
  } else if (administrator?.generatedPassword) {
    say(`Sign in as ${administrator.email} with the password ${administrator.generatedPassword}`);
    say("This password is shown once. Keep it safe.");
  } else {
    say(
      administrator
        ? `Sign in as ${administrator.email} with ATOLL_ADMIN_PASSWORD.`
        : "Sign in with your account.",
    );
  }
  say("Press Ctrl-C to stop.\n");
}

/** Says that uploads fail. Everything else works, so a full store keeps no server from starting; health names it. */
function sayRefusal(error: unknown): void {
  const explained = explainFailure(error);
  if (!explained) throw error;
  say(`WARNING Files cannot be uploaded. ${explained.message} ${explained.hint}`);
}

/** Prints a line for the person who starts the server. The log is for later investigation. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
