import pg from "pg";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../../../test/database.ts";
import { migrateBefore } from "../../../../test/migrate-before.ts";
import { migrate } from "../../../platform/database/migrate.ts";

test("keeps the member on call until the time that was chosen, as an override, and tells nobody", async () => {
  const [person, other] = [uuidv7(), uuidv7()];
  const until = new Date("2037-01-01T09:00:00.000Z");
  const database = await createTestDatabase({ migrated: false });
  await migrateBefore(database.url, 919);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("INSERT INTO profiles (id, name) VALUES ($1, 'Ana'), ($2, 'Ben')", [person, other]);
    const { rows: departments } = await client.query("SELECT id, slug FROM departments");
    const idOf = (slug: string) => departments.find((one) => one.slug === slug).id;
    await client.query(
      `INSERT INTO on_call (department_id, person_id, until)
      VALUES ($1, $2, $3), ($4, $5, now() - interval '1 hour')`,
      [idOf("devops"), person, until, idOf("backend"), other],
    );
    await migrate(database.url);
    const overrides = await client.query("SELECT department_id, person_id, ends_at FROM on_call_overrides");
    expect(overrides.rows).toEqual([{ department_id: idOf("devops"), person_id: person, ends_at: until }]);
    const duty = await client.query("SELECT department_id, person_id, next_at FROM on_call_duty");
    expect(duty.rows).toEqual([{ department_id: idOf("devops"), person_id: person, next_at: until }]);
  } finally {
    await client.end();
    await database.drop();
  }
});
