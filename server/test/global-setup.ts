import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../src/platform/database/embedded/start-embedded-postgres.ts";
import { makeTemplate } from "./database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of this run's PostgreSQL, with a role that may create databases. */
    databaseServerUrl: string;
  }
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** One PostgreSQL for the whole run, with a migrated template that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(join(tmpdir(), "atoll-test-"));
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
  project.provide("databaseServerUrl", postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
}
