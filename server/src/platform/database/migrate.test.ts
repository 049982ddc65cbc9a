import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { StartError } from "../log/start-error.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
  folder = await mkdtemp(join(tmpdir(), "atoll-migrations-"));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test("applies missing migrations in order and once", async () => {
  await add("001-first", "CREATE TABLE letters (name text)");
  expect(await migrate(database.url, { folder })).toEqual(["001-first"]);
  await add("002-second", "INSERT INTO letters VALUES ('a'); INSERT INTO letters VALUES ('b')");
  await add("003-third", "SELECT 1");
  const announced: unknown[] = [];
  const options = { folder, onPending: (names: readonly string[]) => announced.push(names) };
  expect(await migrate(database.url, options)).toEqual(["002-second", "003-third"]);
  expect(await migrate(database.url, options)).toEqual([]);
  // Once for all of them, so that the output of a first start is short.
  expect(announced).toEqual([["002-second", "003-third"]]);
  expect(await query("SELECT name FROM letters ORDER BY name")).toEqual([{ name: "a" }, { name: "b" }]);
});

test("applies each migration once when several processes start together", async () => {
  const names = Array.from({ length: 5 }, (_, index) => `00${index + 1}-step`);
  for (const name of names)
    await add(name, `CREATE TABLE t${name.slice(0, 3)} (id int); SELECT pg_sleep(0.02)`);
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, { folder })));
  expect(applied.flat().sort()).toEqual(names);
});

test("rolls back a failing migration and keeps the earlier ones", async () => {
  await add("001-good", "CREATE TABLE good (id int)");
  await add("002-bad", "CREATE TABLE bad (id int); SELECT 1 / 0");
  await expect(migrate(database.url, { folder })).rejects.toThrow(
    "migration 002-bad failed: division by zero",
  );
  expect(await query("SELECT to_regclass('good') IS NOT NULL AS good, to_regclass('bad') AS bad")).toEqual([
    { good: true, bad: null },
  ]);
  await add("002-bad", "CREATE TABLE bad (id int)");
  expect(await migrate(database.url, { folder })).toEqual(["002-bad"]);
});

test("a database that a newer version migrated is refused", async () => {
  await add("001-first", "SELECT 1");
  await add("002-newer", "SELECT 1");
  await migrate(database.url, { folder });
  await rm(join(folder, "002-newer.sql"));
  const error: unknown = await migrate(database.url, { folder }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  expect((error as StartError).message).toContain("has had migration 002-newer");
});

test("a number that two migrations have is refused", async () => {
  await add("001-first", "SELECT 1");
  await add("001-twin", "SELECT 1");
  await expect(migrate(database.url, { folder })).rejects.toThrow("001-twin should have a number of its own");
});

test("applies a migration with a lower number that was merged later", async () => {
  await add("001-first", "SELECT 1");
  await add("003-third", "CREATE TABLE third (id int)");
  expect(await migrate(database.url, { folder })).toEqual(["001-first", "003-third"]);
  await add("002-second", "CREATE TABLE second (id int)");
  expect(await migrate(database.url, { folder })).toEqual(["002-second"]);
});

async function add(name: string, sql: string): Promise<void> {
  await writeFile(join(folder, `${name}.sql`), sql);
}

async function query(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
