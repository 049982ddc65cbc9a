import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { wakeTopics } from "../../src/notify-topics.ts";
import { type Chatter, createChatters } from "../chatter.ts";
import { createChannel } from "../factories.ts";
import { startTestServer, type TestServer } from "../harness.ts";
import { enqueueJob } from "../run-job.ts";
import { everybodyNotified } from "../settled.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("posts and notifies on a single server without the lock of NOTIFY", async () => {
  const [ana, ben] = (await createChatters(server, ["Ana", "Ben"])) as [Chatter, Chatter];
  const direct = await ana.openDirect(ben.id);
  const { id } = await createChannel(server.db, { members: [ana, ben] });
  const device = await server.connect(ben);
  const listener = new pg.Client({ connectionString: server.databaseUrl });
  await listener.connect();
  const heard: string[] = [];
  listener.on("notification", ({ channel }) => heard.push(channel));
  const { rows } = await sql<{ topic: string }>`
    SELECT DISTINCT (regexp_matches(prosrc, '(?:pg_notify|announce_after_commit)\\(''(\\w+)''', 'g'))[1] AS topic
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace`.execute(server.db);
  for (const { topic } of rows) await listener.query(`LISTEN ${topic}`);
  await listener.query("LISTEN atoll_bus");
  await ana.post(direct.id, "Only for you");
  await ana.post(id, "@Ben", { mentionIds: [ben.id] });
  await everybodyNotified(server.db);
  await vi.waitFor(() => expect(device.received.map(({ name }) => name)).toContain("notification.changed"));
  await listener.query("SELECT");
  expect(heard).toEqual([]);
  await listener.end();
});

test("wakes every work queue once a minute, also one that a script has filled", async () => {
  const listener = new pg.Client({ connectionString: server.databaseUrl });
  await listener.connect();
  const heard: string[] = [];
  listener.on("notification", ({ channel }) => heard.push(channel));
  // The queues are those that the database announces without saying about what.
  const { rows } = await sql<{ topic: string }>`
    SELECT DISTINCT (regexp_matches(prosrc, 'announce_after_commit\\(''(\\w+)'', ''''', 'g'))[1] AS topic
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace`.execute(server.db);
  for (const topic of new Set([...wakeTopics, ...rows.map(({ topic }) => topic)]))
    await listener.query(`LISTEN ${topic}`);
  await enqueueJob(server, "operation.wake-queues");
  const expected = [...wakeTopics, ...rows.map(({ topic }) => topic)];
  await vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining(expected)));
  await listener.end();
});
