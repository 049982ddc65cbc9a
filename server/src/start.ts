import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildApp, notificationTopics } from "./app.ts";
import {
  ensureFirstAdministrator,
  type FirstAdministrator,
} from "./features/identity/first-administrator.ts";
import { type Config, readConfig } from "./platform/config.ts";
import { type DataFolderLock, lockDataFolder } from "./platform/data-folder.ts";
import { waitForDatabase } from "./platform/database/availability.ts";
import { openDatabase } from "./platform/database/database.ts";
import { superviseEmbeddedPostgres } from "./platform/database/embedded/supervise-embedded-postgres.ts";
import { migrate } from "./platform/database/migrate.ts";
import { listen } from "./platform/database/notifications.ts";
import { type Drain, drainOnSignal } from "./platform/drain.ts";
import { openDiskStorage } from "./platform/files/disk-storage.ts";
import type { FileStorage } from "./platform/files/file-storage.ts";
import { listenOn } from "./platform/http/listen-on.ts";
import { createLog, type Log } from "./platform/log.ts";
import type { Database, Tables } from "./tables.ts";

/** Starts the whole of Atoll and returns once it serves; ends with the process. */
export async function start(env: Record<string, string | undefined>): Promise<void> {
  const config = readConfig(env);
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
  const { db, pool } = openDatabase<Tables>({
    url: database.url,
    log,
    preparedStatements: config.preparedStatements,
  });
  drain.add("database connections", () => db.destroy());
  await waitForDatabase(pool, { log, say });
  await migrate(database.url, { onApply: (name) => say(`Preparing the database: ${name}`) });
  const files = openDiskStorage(join(config.dataFolder, "files"));
  const administrator = await prepareContent(config, db, files);

  const notifications = await listen(database.url, notificationTopics, log);
  drain.add("notifications", () => notifications.close());
  const app = await buildApp({
    db,
    notifications,
    log,
    files,
    workspace: {
      productName: "Atoll",
      companyName: config.companyName,
      version: readVersion(),
      maxFileBytes: config.maxFileBytes,
    },
    singleSignOn: config.singleSignOn,
    trustedProxies: config.trustedProxies,
    webFolder: fileURLToPath(new URL("../../web/dist", import.meta.url)),
  });
  drain.add("server", () => app.close());
  const address = await listenOn(app.http, config);
  database.lock?.announce(address);
  // performance.now() counts from the start of the process: loading the code is part of the wait.
  await sayReady(config, address, administrator, performance.now());
}

interface RunningDatabase {
  url: string;
  lock: DataFolderLock | undefined;
  stop: () => Promise<void>;
}

async function startDatabase(config: Config, log: Log): Promise<RunningDatabase> {
  if (config.databaseUrl) return { url: config.databaseUrl, lock: undefined, stop: async () => {} };
  const lock = lockDataFolder(config.dataFolder);
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

async function prepareContent(
  config: Config,
  db: Database,
  files: FileStorage,
): Promise<FirstAdministrator | undefined> {
  if (!config.demo) {
    return ensureFirstAdministrator(db, { email: config.adminEmail, password: config.adminPassword });
  }
  const { seedDemoCompany } = await import("../demo/seed.ts");
  await seedDemoCompany(db, files, { now: new Date(), say });
  return undefined;
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

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const manifest: unknown = JSON.parse(text);
  const version =
    typeof manifest === "object" && manifest && "version" in manifest ? manifest.version : undefined;
  return typeof version === "string" ? version : "unknown";
}

/** For the person who starts it; the log is for whoever looks into it later. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
