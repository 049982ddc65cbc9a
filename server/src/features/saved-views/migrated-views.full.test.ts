import pg from "pg";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { migrateBefore } from "../../../test/migrate-before.ts";
import { migrate } from "../../platform/database/migrate.ts";

test("keeps the saved views of tasks, in their order", async () => {
  const [person, first, second] = [uuidv7(), uuidv7(), uuidv7()];
  const database = await createTestDatabase({ migrated: false });
  await migrateBefore(database.url, 365);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("INSERT INTO profiles (id, name) VALUES ($1, 'Ana')", [person]);
    await client.query("INSERT INTO accounts (id, email) VALUES ($1, 'ana@example.test')", [person]);
    await client.query(
      `INSERT INTO task_views (id, user_id, name, query, position, sent_hash)
      VALUES ($1, $3, 'Mine', 'scope=my', 2, 'one'), ($2, $3, 'Due', 'due=today&text=a+b', 1, 'other')`,
      [first, second, person],
    );
    await migrate(database.url);
    const { rows } = await client.query(
      "SELECT id, user_id, place, name, query, version FROM saved_views ORDER BY position",
    );
    const common = { user_id: person, place: "tasks", version: 1 };
    expect(rows).toEqual([
      { ...common, id: second, name: "Due", query: "due=today&text=a+b" },
      { ...common, id: first, name: "Mine", query: "scope=my" },
    ]);
  } finally {
    await client.end();
    await database.drop();
  }
});
