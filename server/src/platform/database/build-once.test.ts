import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { createLog } from "../log/log.ts";
import { buildOnce, type ValueOf } from "./build-once.ts";
import { openDatabase } from "./database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("is built once for each shape, and runs with the values of each run", async () => {
  const { db } = openDatabase<object>({
    url: database.url,
    log: createLog("silent"),
    preparedStatements: true,
  });
  const built: number[] = [];
  const run = buildOnce((db: Kysely<object>, { times }: { times: number }, value: ValueOf<Asked>) => {
    built.push(times);
    return db
      .selectFrom(sql<{ n: number }>`generate_series(1, ${sql.lit(times)})`.as<"s">(sql`s(n)`))
      .select(["s.n", sql<string>`${value("name")}::text || ${value("name")}::text`.as("twice")])
      .where("s.n", ">", sql<number>`${value("above")}::integer`);
  });
  expect(await run(db, { times: 2 }, { name: "a", above: 0 })).toEqual([
    { n: 1, twice: "aa" },
    { n: 2, twice: "aa" },
  ]);
  expect(await run(db, { times: 2 }, { above: 1, name: "b" })).toEqual([{ n: 2, twice: "bb" }]);
  expect(await run(db, { times: 3 }, { name: "c", above: 2 })).toEqual([{ n: 3, twice: "cc" }]);
  const together = await Promise.all(
    ["d", "e", "f"].map((name) => run(db, { times: 1 }, { name, above: 0 })),
  );
  expect(together.flat().map(({ twice }) => twice)).toEqual(["dd", "ee", "ff"]);
  expect(built).toEqual([2, 3, 1]);
  await db.destroy();
});

interface Asked {
  name: string;
  above: number;
}
