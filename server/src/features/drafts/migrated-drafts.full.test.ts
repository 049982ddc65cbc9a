import pg from "pg";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { migrateBefore } from "../../../test/migrate-before.ts";
import { migrate } from "../../platform/database/migrate.ts";

test("keeps the drafts of channels and threads, by subject", async () => {
  const [person, channel, message] = [uuidv7(), uuidv7(), uuidv7()];
  const database = await createTestDatabase({ migrated: false });
  await migrateBefore(database.url, 21);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("INSERT INTO profiles (id, name) VALUES ($1, 'Ana')", [person]);
    await client.query("INSERT INTO accounts (id, email) VALUES ($1, 'ana@example.test')", [person]);
    await client.query("INSERT INTO channels (id, name, type, head) VALUES ($1, 'harbour', 'PRIVATE', 1)", [
      channel,
    ]);
    await client.query(
      `INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash)
      VALUES ($1, $2, 1, 1, $3, 'Plans', '')`,
      [message, channel, person],
    );
    await client.query(
      `INSERT INTO drafts (user_id, channel_id, parent_id, content, updated_at)
      VALUES ($1, $2, NULL, 'To all', '2025-03-01T10:00Z'), ($1, $2, $3, 'A reply', '2025-03-01T11:00Z')`,
      [person, channel, message],
    );
    await migrate(database.url);
    const { rows } = await client.query("SELECT * FROM drafts ORDER BY updated_at");
    expect(rows).toEqual([
      row(`channel/${channel}`, "To all", "2025-03-01T10:00Z"),
      row(`thread/${channel}/${message}`, "A reply", "2025-03-01T11:00Z"),
    ]);
    function row(subject: string, content: string, at: string) {
      return { user_id: person, subject, content, updated_at: new Date(at) };
    }
  } finally {
    await client.end();
    await database.drop();
  }
});
