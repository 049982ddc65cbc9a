import { createHmac } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { createPerson } from "../../../test/factories.ts";
import { linkOf, linksOf } from "../../../test/file-world.ts";
import { startTestServer, type TestServer } from "../../../test/harness.ts";
import { migrateBefore } from "../../../test/migrate-before.ts";
import { migrate } from "../../platform/database/migrate.ts";
import { sweepFiles } from "./sweep-files.ts";

const ids = {
  profile: uuidv7(),
  channel: uuidv7(),
  message: uuidv7(),
  first: uuidv7(),
  second: uuidv7(),
  unsent: uuidv7(),
  deleted: uuidv7(),
};
const placeOf = (id: string) => ({ bucket: "chat-attachments", key: `public/${ids.profile}/${id}-plan.txt` });

let database: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  await migrateBefore(database.url, 14);
  await insertOld();
  await migrate(database.url);
  server = await startTestServer({ databaseUrl: database.url });
  for (const id of [ids.first, ids.second, ids.unsent, ids.deleted]) {
    const staged = await server.files.stage([Buffer.from(`The words of ${id}`)], { maxBytes: 100 });
    await staged.keepAs(placeOf(id));
  }
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

test("files of messages are migrated in order, with their places in storage", async () => {
  const rows = await server.db.selectFrom("files").selectAll().orderBy("position").execute();
  const stateOf = (id: string) => {
    const row = rows.find((one) => one.id === id);
    return row && { kind: row.subject_kind, subject: row.subject_id, isDiscarded: row.discarded_at !== null };
  };
  const sent = { kind: "message", subject: ids.message, isDiscarded: false };
  expect([stateOf(ids.first), stateOf(ids.second)]).toEqual([sent, sent]);
  expect(stateOf(ids.unsent)).toEqual({ ...sent, subject: null });
  expect(stateOf(ids.deleted)).toEqual({ ...sent, subject: null, isDiscarded: true });
  expect(rows.map(({ bucket, key }) => ({ bucket, key }))).toContainEqual(placeOf(ids.first));

  const person = await createPerson(server.db);
  await server.db
    .insertInto("channel_members")
    .values({ channel_id: ids.channel, user_id: person.id })
    .execute();
  const reader = await server.signIn(person);
  const page = await reader.client.send("GET", `/api/channels/${ids.channel}/messages`);
  expect(page.body).toMatchObject({
    messages: [{ id: ids.message, attachments: [{ id: ids.first }, { id: ids.second }] }],
  });
  expect(await linksOf(reader, ids.unsent, ids.deleted)).toEqual([]);
  const { url } = await linkOf(reader, ids.first);
  expect(await (await fetch(new URL(url, server.url))).text()).toBe(`The words of ${ids.first}`);

  // A link as it was made and handed out before: by the same key, for the same words, at the same address.
  const until = (Math.floor(Date.now() / 300_000) + 2) * 300;
  const key = await server.db
    .selectFrom("signing_keys")
    .selectAll()
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  const sessionId = new URL(url, server.url).searchParams.get("session") ?? "";
  const purposeKey = createHmac("sha256", key.secret).update("atoll seal: file link").digest();
  const sealed = [ids.second, person.id, sessionId, until].join(" ");
  const signature = `${key.id}.${createHmac("sha256", purposeKey).update(sealed).digest("base64url")}`;
  const search = new URLSearchParams({
    for: person.id,
    session: sessionId,
    until: String(until),
    signature,
  });
  const old = await fetch(new URL(`/api/files/${ids.second}/${ids.second}-plan.txt?${search}`, server.url));
  expect([old.status, await old.text()]).toEqual([200, `The words of ${ids.second}`]);
});

test("discarded files are swept up after the migration", async () => {
  // The deleted message's file is swept at once, and the unsent one after a day.
  expect(await sweepFiles(server)).toBe(1);
  const left = await readdir(join(server.filesFolder, "chat-attachments", "public", ids.profile));
  expect(left).toHaveLength(3);
});

async function insertOld(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("INSERT INTO profiles (id, name) VALUES ($1, 'Ana')", [ids.profile]);
    await client.query("INSERT INTO channels (id, name, type, head) VALUES ($1, 'harbour', 'PRIVATE', 1)", [
      ids.channel,
    ]);
    await client.query(
      `INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash, has_attachment)
      VALUES ($1, $2, 1, 1, $3, 'Plans', '', true)`,
      [ids.message, ids.channel, ids.profile],
    );
    for (const [id, messageId, position, createdAt] of [
      [ids.first, ids.message, 1, new Date()],
      [ids.second, ids.message, 2, new Date()],
      [ids.unsent, null, 0, new Date()],
      [ids.deleted, null, 3, new Date(0)],
    ] as const) {
      await client.query(
        `INSERT INTO attachments (id, owner_id, message_id, position, bucket, key, filename, original_name,
          mime_type, size_bytes, preview, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 'plan.txt', 'text/plain', 49, 'text', $8)`,
        [id, ids.profile, messageId, position, ...Object.values(placeOf(id)), `${id}-plan.txt`, createdAt],
      );
    }
  } finally {
    await client.end();
  }
}
