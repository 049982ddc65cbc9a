import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureCluster, roleName } from "../src/platform/database/embedded/cluster.ts";
import { layoutOf } from "../src/platform/database/embedded/layout.ts";
import { findPrograms } from "../src/platform/database/embedded/programs.ts";
import { chooseRunner } from "../src/platform/database/embedded/runner.ts";
import { startEmbeddedPostgres } from "../src/platform/database/embedded/start-embedded-postgres.ts";
import { makeTemplate } from "./database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of this run's PostgreSQL, with a role that may create databases. */
    databaseServerUrl: string;
    /** Answers with the address of the process that starts servers for the web, which begins when first asked for. */
    serverHostAsk: string;
  }
}

interface Shared {
  users: number;
  url: Promise<string>;
  stop: () => Promise<void>;
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };
// Every project of a run has its own copy of this module, in one process.
const shared: { atollTestPostgres?: Shared | undefined } = globalThis as never;

/** Starts one PostgreSQL for a run of tests with a migrated template, or joins it; it stops when the last user left. */
export async function joinTestPostgres(): Promise<{ url: string; leave: () => Promise<void> }> {
  shared.atollTestPostgres ??= start();
  const used = shared.atollTestPostgres;
  used.users += 1;
  return {
    url: await used.url,
    async leave() {
      used.users -= 1;
      if (used.users > 0) return;
      shared.atollTestPostgres = undefined;
      await used.stop();
    },
  };
}

function start(): Shared {
  const started = startPostgres();
  return {
    users: 0,
    url: started.then(({ url }) => url),
    stop: () => started.then(({ stop }) => stop()),
  };
}

async function startPostgres() {
  const dataFolder = await mkdtemp(join(tmpdir(), "atoll-test-"));
  await allowSkippingTriggers(dataFolder);
  // A run's data is thrown away: nothing of it has to survive a power cut. And nobody but the tests works in their
  // databases: one in which autovacuum is busy, as a superuser, cannot be dropped by the role that made it.
  const postgres = await startEmbeddedPostgres({
    dataFolder,
    log: silent,
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      autovacuum: "off",
      max_connections: "300",
    },
  });
  await makeTemplate(postgres.url);
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Lets the role of the tests empty tables without regard to triggers and foreign keys (`clean-database.ts`). */
async function allowSkippingTriggers(dataFolder: string): Promise<void> {
  const layout = layoutOf(await realpath(dataFolder));
  const runner = await chooseRunner(layout, findPrograms());
  await ensureCluster(layout, runner);
  const { file, args, options } = runner.command(runner.programs.postgres, [
    ...["--single", "-D", layout.cluster, "-c", "log_checkpoints=off", "-c", "exit_on_error=on", "template1"],
  ]);
  const child = spawn(file, [...args], { ...options, stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.end(`GRANT SET ON PARAMETER session_replication_role TO ${roleName};\n`);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`PostgreSQL ended with ${code} when the tests prepared it`);
}
