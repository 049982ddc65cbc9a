import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { openDatabase } from "../database/database.ts";
import { createLog } from "../log/log.ts";
import type { Query } from "./table-rules.ts";
import { readLines, readShapes } from "./table-text.ts";

let database: TestDatabase;
let opened: ReturnType<typeof openDatabase<Record<string, never>>>;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  opened = openDatabase({ url: database.url, log: createLog("silent"), preparedStatements: true });
});
afterAll(async () => {
  await opened.db.destroy();
  await database.drop();
});

/** The lines of a table, in the batches in which they were in memory. */
async function batchesOf(table: string): Promise<string[][]> {
  return opened.db.transaction().execute(async (tx) => {
    const query: Query = async <Row extends object>(text: string) =>
      (await sql.raw<Row>(text).execute(tx)).rows;
    const shape = (await readShapes(query)).find(({ name }) => name === table);
    const batches: string[][] = [];
    if (shape) for await (const lines of readLines(query, shape)) batches.push(lines);
    return batches;
  });
}

test.each([
  ["with a primary key", "PRIMARY KEY"],
  ["without one", ""],
])("reads long rows after short ones a few at a time, from a table %s", async (_what, key) => {
  const rows = `SELECT i AS id,
      CASE WHEN i % 2 = 0 THEN repeat('x', CASE WHEN i > 3000 THEN 400000 ELSE 3 END) END AS text,
      CASE WHEN i % 2 = 1 THEN convert_to(repeat('y', CASE WHEN i > 3000 THEN 300000 ELSE 3 END), 'UTF8') END AS bytes,
      to_jsonb(repeat('z', CASE WHEN i > 3000 THEN 100000 ELSE 3 END)) AS json
    FROM generate_series(1001, 3040) AS i`;
  await sql
    .raw(`DROP TABLE IF EXISTS notes; CREATE TABLE notes (id integer ${key}, text text, bytes bytea, json jsonb);
      INSERT INTO notes ${rows}`)
    .execute(opened.db);
  const batches = await batchesOf("notes");
  expect(batches.flat().map((line) => JSON.parse(line).id)).toEqual(
    Array.from({ length: 2_040 }, (_, index) => 1_001 + index),
  );
  const characters = batches.map((lines) => lines.reduce((sum, line) => sum + line.length, 0));
  expect(Math.max(...characters)).toBeLessThan(1_000_000);
  expect(Math.max(...batches.map((lines) => lines.length))).toBe(1_024);
});

test("reads a row that is longer than a batch alone, and no row of an empty table", async () => {
  await sql
    .raw(`CREATE TABLE lone (id integer PRIMARY KEY, text text); CREATE TABLE empty (id integer PRIMARY KEY);
      INSERT INTO lone SELECT i, repeat('x', CASE WHEN i = 2 THEN 5000000 ELSE 3 END) FROM generate_series(1, 3) AS i`)
    .execute(opened.db);
  expect((await batchesOf("lone")).map((lines) => lines.length)).toEqual([1, 1, 1]);
  expect(await batchesOf("empty")).toEqual([]);
});
