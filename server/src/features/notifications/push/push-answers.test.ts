import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Chatter, createChatters } from "../../../../test/chatter.ts";
import { createTestDatabase } from "../../../../test/database.ts";
import { createChannel } from "../../../../test/factories.ts";
import { startTestServer, type TestServer } from "../../../../test/harness.ts";
import {
  certificate,
  type Device,
  type PushService,
  startPushService,
} from "../../../../test/push/push-service.ts";
import { nothingWaits, passTime, subscribe } from "../../../../test/push/subscriber.ts";
import { everybodyNotified } from "../../../../test/settled.ts";
import { RefusedAddress } from "../../../platform/outbound/guard-address.ts";
import { createGuardedPost } from "../../../platform/outbound/guarded-post.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: TestServer;
let service: PushService;
let ana: Chatter;
let ben: Chatter;
let phone: Device;
let channelId: string;
const log: string[] = [];

const start = () =>
  startTestServer({
    databaseUrl: database.url,
    outbound: { privateHosts: [service.host], ca: certificate },
    onLogLine: (line) => log.push(line),
  });

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startPushService();
  server = await start();
  [ana, ben] = (await createChatters(server, ["Ana Alm", "Ben Bek"])) as [Chatter, Chatter];
  ({ id: channelId } = await createChannel(server.db, { name: "harbour", members: [ana, ben] }));
});
beforeEach(async () => {
  log.length = 0;
  service.clockAheadMs = 0;
  await server.db.deleteFrom("push_subscriptions").execute();
  phone = service.subscribe();
  await subscribe(ben.client, phone);
});
afterAll(async () => {
  await server.close();
  await service.close();
  await database.drop();
});

const call = (text: string) => ana.post(channelId, `@Ben Bek ${text}`, { mentionIds: [ben.id] });
const isSubscribed = async () =>
  (await server.db.selectFrom("push_subscriptions").select("session_id").execute()).length === 1;

/** How long the next try is off, in seconds, once that many were made. */
async function pauseAfter(tries: number): Promise<number> {
  return vi.waitFor(
    async () => {
      const { rows } = await sql<{ seconds: number }>`
        SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM pushes WHERE tries = ${tries}`.execute(
        server.db,
      );
      if (!rows[0]) throw new Error(`not tried ${tries} times`);
      return rows[0].seconds;
    },
    { interval: 20 },
  );
}

describe("a push service that answers", () => {
  test.each([404, 410])("with %i loses its subscription", async (status) => {
    phone.answer = { status };
    await call("gone");
    await expect.poll(isSubscribed).toBe(false);
    expect(phone.asked).toBe(1);
  });

  test("429 is retried when the service says, and otherwise with backoff", async () => {
    phone.answer = { status: 429, headers: { "retry-after": "120" } };
    await call("slowly");
    expect(await pauseAfter(1)).toBeCloseTo(120, -1);
    phone.answer = { status: 503 };
    await passTime(server.db, 121);
    const second = await pauseAfter(2);
    expect(second).toBeCloseTo(60, -1);
    await passTime(server.db, second + 1);
    expect(await pauseAfter(3)).toBeCloseTo(120, -1);
    phone.answer = { status: 201 };
    await passTime(server.db, 121);
    const [push] = await phone.has(1);
    expect(Number(push?.headers.ttl)).toBeLessThan(86_400 - 240);
    expect(await isSubscribed()).toBe(true);
  });

  test("with failures only is abandoned after a day", async () => {
    phone.answer = { status: 500 };
    await call("in vain");
    await pauseAfter(1);
    await passTime(server.db, 24 * 3600);
    await nothingWaits(server.db, ben.id);
    expect(log.join("\n")).toContain("a push was given up");
    const metrics = await server.anyone.send("GET", "/metrics");
    expect(metrics.body).toMatch(/^atoll_push_failures_total\{outcome="given up"\} 1$/m);
    expect(await isSubscribed()).toBe(true);
  });

  test("with a redirect is not followed, and is logged", async () => {
    const elsewhere = service.subscribe();
    phone.answer = { status: 307, headers: { location: elsewhere.subscription.endpoint } };
    await call("elsewhere");
    await everybodyNotified(server.db);
    await nothingWaits(server.db, ben.id);
    expect(elsewhere.asked).toBe(0);
    expect(log.join("\n")).toContain("answered 307");
  });

  test.each([-24, 24])("with a clock that is %i hours off gets signatures with its time", async (hours) => {
    service.clockAheadMs = hours * 3600_000;
    await call("what time is it?");
    await phone.has(1);
    expect(phone.received).toHaveLength(1);
  });
});

test("a push whose delivery was not recorded is sent again with the same tag and topic", async () => {
  await call("twice");
  const [first] = await phone.has(1);
  await nothingWaits(server.db, ben.id);
  await sql`INSERT INTO pushes (session_id, entry_id, user_id)
    SELECT s.session_id, n.id, n.user_id FROM push_subscriptions s, notifications n
    WHERE n.user_id = s.user_id ORDER BY n.at DESC LIMIT 1`.execute(server.db);
  await passTime(server.db, 0);
  const [, second] = await phone.has(2);
  const marks = ({ content: { notification } }: typeof first & object) => [
    notification.tag,
    notification.data.version,
  ];
  expect(marks(second!)).toEqual(marks(first!));
  expect(second?.headers.topic).toBe(first?.headers.topic);
});

test("nothing is sent to a private address, even if the name resolved to a public one before", async () => {
  const { port } = new URL(phone.subscription.endpoint);
  await server.db
    .updateTable("push_subscriptions")
    .set({ endpoint: `https://127.0.0.1:${port}/push/inside` })
    .execute();
  await call("inside");
  await everybodyNotified(server.db);
  await nothingWaits(server.db, ben.id);
  expect(log.join("\n")).toContain("127.0.0.1 is not a public address");
  const post = createGuardedPost({ privateHosts: [], ca: certificate });
  const options = { headers: {}, body: Buffer.from("x"), signal: AbortSignal.timeout(5_000) };
  await expect(post(new URL(phone.subscription.endpoint), options)).rejects.toThrow(RefusedAddress);
  await expect(post(new URL(`http://localhost:${port}/`), options)).rejects.toThrow(RefusedAddress);
  expect(phone.asked).toBe(0);
});

test("a push service that does not respond delays no other, and is retried by the next process", async () => {
  phone.answer = "hang";
  await call("are you there?");
  await phone.wasAsked(1);
  const computer = service.subscribe();
  await subscribe(ana.client, computer);
  await ben.post(channelId, "@Ana Alm yes", { mentionIds: [ana.id] });
  await computer.has(1);
  await server.close();
  phone.answer = { status: 201 };
  server = await start();
  const [push] = await phone.has(1);
  expect(push?.content.notification.body).toContain("are you there?");
});
