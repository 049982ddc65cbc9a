import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { operationRoutes } from "@atoll/contract/operation/routes";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Chatter, createChatters } from "../chatter.ts";
import { createChannel, createPerson } from "../factories.ts";
import { startTestNodes, type TestNodes } from "../harness.ts";
import { type RedisServer, startRedis } from "../redis-server.ts";
import { emptyInboxes, everybodyNotified } from "../settled.ts";
import type { TestSocket } from "../socket.ts";

let redis: RedisServer;
let nodes: TestNodes;
beforeAll(async () => {
  redis = await startRedis();
  nodes = await startTestNodes({ busUrl: redis.url });
});
afterAll(async () => {
  await nodes.close();
  await redis.close();
});

const textsOf = (socket: TestSocket) =>
  socket.received.flatMap(({ name, payload }) =>
    name === "message.posted" ? [(payload as { message: { content: string } }).message.content] : [],
  );

test("brings messages and inboxes to the other node while the bus goes away and comes back, each once", async () => {
  const [here, there] = nodes;
  const [ana, ben] = (await createChatters(here, ["Ana", "Ben"])) as [Chatter, Chatter];
  const { id } = await createChannel(here.db, { members: [ana, ben] });
  const device = await there.connect(ben);
  const texts: string[] = [];
  const say = async (text: string) => {
    texts.push(text);
    await ana.post(id, text, { mentionIds: [ben.id] });
  };
  await say("@Ben with the bus");
  await vi.waitFor(() => expect(textsOf(device)).toEqual(texts));
  await redis.kill();
  for (let index = 0; index < 5; index += 1) await say(`@Ben without it ${index}`);
  await vi.waitFor(() => expect(textsOf(device)).toEqual(texts));
  await redis.start();
  for (let index = 0; index < 5; index += 1) await say(`@Ben with it again ${index}`);
  await vi.waitFor(() => expect(textsOf(device)).toEqual(texts));
  await everybodyNotified(here.db);
  const { counts } = await ben.client.call(notificationRoutes.listNotifications, { query: {} });
  await vi.waitFor(() =>
    expect(device.received.findLast(({ name }) => name.startsWith("notification"))?.payload).toMatchObject({
      counts,
    }),
  );
  expect(textsOf(device)).toEqual(texts);
});

test("sends nothing to a member who was removed just before, on either node", async () => {
  const [here, there] = nodes;
  const [ana, ben] = (await createChatters(here, ["Ana", "Ben"])) as [Chatter, Chatter];
  const last = await createChannel(here.db, { members: [ana, ben] });
  for (let round = 0; round < 10; round += 1) {
    const { id } = await createChannel(here.db, { members: [ana, ben] });
    const devices = [await here.connect(ben), await there.connect(ben)];
    await sql`DELETE FROM channel_members WHERE channel_id = ${id} AND user_id = ${ben.id}`.execute(here.db);
    await ana.post(id, "Not for Ben");
    // Whatever was sent before comes before this.
    await ana.post(last.id, `Round ${round}`);
    for (const device of devices) {
      await vi.waitFor(() => expect(textsOf(device)).toContain(`Round ${round}`));
      expect(textsOf(device)).not.toContain("Not for Ben");
      device.close();
    }
  }
});

test("says on the health page that a server does not reach the bus, until it does", async () => {
  const [here] = nodes;
  const admin = await here.signIn(await createPerson(here.db, { roles: ["super_admin"] }));
  // Within the limit of requests.
  const paced = { interval: 2_000 };
  const codes = async () =>
    (await admin.client.call(operationRoutes.getHealth, {})).problems.map(({ code }) => code);
  await vi.waitFor(async () => expect(await codes()).not.toContain("bus-away"), paced);
  await redis.kill();
  await vi.waitFor(async () => expect(await codes()).toContain("bus-away"), paced);
  const metrics = await fetch(`${here.url}/metrics`);
  expect(await metrics.text()).toContain("atoll_bus_degraded 1");
  await redis.start();
  await vi.waitFor(async () => expect(await codes()).not.toContain("bus-away"), paced);
});

test("notifies of what a node had committed, and not yet announced, when it died", async () => {
  const [here] = nodes;
  const [ana, ben] = (await createChatters(here, ["Ana", "Ben"])) as [Chatter, Chatter];
  const { id } = await createChannel(here.db, { members: [ana, ben] });
  const message = await ana.post(id, "@Ben", { mentionIds: [ben.id] });
  await emptyInboxes(here.db);
  const dead = new pg.Client({ connectionString: here.databaseUrl });
  await dead.connect();
  await dead.query("INSERT INTO nodes (id, alive_until) VALUES (uuidv7(), now() + interval '5 seconds')");
  await dead.query(
    `INSERT INTO tellings (kind, subject_id, actor_id, people, spared, place_id, seq)
     VALUES ('chat.mention', $1, $2, $3, '{}', $4, $5)`,
    [message.id, ana.id, [ben.id], id, message.seq],
  );
  await dead.end();
  await everybodyNotified(here.db);
  const { items } = await ben.client.call(notificationRoutes.listNotifications, { query: {} });
  expect(items).toHaveLength(1);
});
