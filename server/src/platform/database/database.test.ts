import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { createLog } from "../log/log.ts";
import { workFor } from "../turns/owner-of-work.ts";
import { openDatabase } from "./database.ts";
import { assertOutsideTransaction, outsideTransaction, transact } from "./transact.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("fails the next statement when a checked-out connection breaks, and not the process", async () => {
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

test("does slow work of a transaction while no transaction is open, once per key", async () => {
  const { db, pool } = openDatabase({
    url: database.url,
    log: createLog("silent"),
    preparedStatements: true,
  });
  await sql`CREATE TABLE slow_work (words text)`.execute(db);
  let head = "first";
  const done: string[] = [];
  const slowly = (key: string) =>
    outsideTransaction(`convert ${key}`, async () => {
      assertOutsideTransaction("a thread");
      expect(pool.idleCount).toBe(pool.totalCount);
      done.push(key);
      // Another writer comes in between: the transaction finds another head.
      head = "second";
      return key.toUpperCase();
    });
  const words = await transact(db, async (tx) => {
    await sql`INSERT INTO slow_work VALUES ('once')`.execute(tx);
    // Code that makes another error of it does not keep the transaction from running again.
    return slowly(head).catch((error: unknown) => {
      throw new Error("not converted", { cause: error });
    });
  });
  expect(words).toBe("SECOND");
  expect(done).toEqual(["first", "second"]);
  const { rows } = await sql`SELECT words FROM slow_work`.execute(db);
  expect(rows).toEqual([{ words: "once" }]);
  await expect(transact(db, async () => assertOutsideTransaction("a model"))).rejects.toThrow("a model");
  const failing = transact(db, () =>
    outsideTransaction("fail", async () => {
      throw new Error("too much for the thread");
    }),
  );
  await expect(failing).rejects.toThrow("too much for the thread");
  await db.destroy();
});

test("leaves connections to other kinds of slow work", async () => {
  const options = { url: database.url, log: createLog("silent"), preparedStatements: true };
  const { db, pool } = openDatabase({ ...options, maxConnections: 5 });
  const held = Promise.withResolvers<void>();
  let started = 0;
  const slow = Array.from({ length: 8 }, () =>
    workFor({ owner: "ana", kind: "documents" }, () =>
      transact(db, async () => {
        started += 1;
        await held.promise;
      }),
    ),
  );
  await expect.poll(() => started).toBe(3);
  const one = () => sql<{ one: number }>`SELECT 1 AS one`.execute(db).then(({ rows }) => rows[0]?.one);
  expect(await workFor({ owner: "ben", kind: "channels" }, one)).toBe(1);
  expect(await one()).toBe(1);
  expect(started).toBe(3);
  held.resolve();
  await Promise.all(slow);
  expect(started).toBe(8);
  expect(pool.totalCount).toBeLessThanOrEqual(5);
  await db.destroy();
});
