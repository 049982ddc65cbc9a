import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { createLog } from "../log/log.ts";
import { openDatabase } from "./database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a connection that breaks while it is lent out fails its next statement, and not the process", async () => {
  const { db } = openDatabase({ url: database.url, log: createLog("silent"), preparedStatements: true });
  await expect(
    db.connection().execute(async (lent) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(lent);
      await endConnection(rows[0]!.pid);
      // The news arrives while no statement is under way, which is when nobody awaits it.
      await new Promise((resolve) => setTimeout(resolve, 50));
      await sql`SELECT 1`.execute(lent);
    }),
  ).rejects.toThrow();
  expect((await sql<{ one: number }>`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await db.destroy();
});

async function endConnection(pid: number): Promise<void> {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query("SELECT pg_terminate_backend($1, 5000)", [pid]);
  await other.end();
}
