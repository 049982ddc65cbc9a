import type { TestProject } from "vitest/node";
import { joinTestPostgres } from "./test-postgres.ts";

/** One PostgreSQL for the whole run, with a migrated template that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, leave } = await joinTestPostgres();
  project.provide("databaseServerUrl", url);
  return leave;
}
