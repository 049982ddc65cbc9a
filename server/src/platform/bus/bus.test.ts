import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { holdLease } from "../../../test/nodes/hold-lease.ts";
import { openDatabase } from "../database/database.ts";
import { createNotifications } from "../database/notifications.ts";
import { createLog } from "../log/log.ts";
import { type Bus, createBus } from "./bus.ts";

let database: TestDatabase;
let admin: ReturnType<typeof openDatabase<object>>;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  admin = open();
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  await database.drop();
});

function open() {
  const opened = openDatabase<object>({
    url: database.url,
    log: createLog("silent"),
    preparedStatements: true,
  });
  closers.push(() => opened.db.destroy());
  return opened;
}

interface TestNode extends Bus {
  heard: unknown[];
  joined: string[];
  left: string[];
  missed: number;
}

async function startNode(): Promise<TestNode> {
  const log = createLog("silent");
  const { db } = open();
  const notifications = createNotifications(database.url, log);
  closers.push(() => notifications.close());
  const bus = createBus({ db, notifications, log });
  const node: TestNode = Object.assign(bus, { heard: [], joined: [], left: [], missed: 0 });
  bus.on("test", (body) => node.heard.push(body));
  bus.onPeers({
    joined: (id) => node.joined.push(id),
    left: (id) => node.left.push(id),
    missed: () => {
      node.missed += 1;
    },
  });
  await notifications.listen();
  await bus.start();
  closers.push(() => bus.stop());
  return node;
}

describe("the bus", () => {
  test("publishes nothing on a single node", async () => {
    const node = await startNode();
    expect(node.hasPeers()).toBe(false);
    node.publish("test", "into the void");
    await node.stop();
    const second = await startNode();
    expect(second.heard).toEqual([]);
    await second.stop();
  });

  test("delivers everything to a started node, in order and of any size, and never to the sender", async () => {
    const [one, two] = [await startNode(), await startNode()];
    expect([one.hasPeers(), two.hasPeers()]).toEqual([true, true]);
    const words = Array.from({ length: 300 }, (_, index) =>
      index % 50 === 7 ? `${index} ${"🌊".repeat(5000)}` : `${index}`,
    );
    for (const word of words.slice(0, 150)) one.publish("test", word);
    // A round trip between, so that they do not all go in one.
    await sql`SELECT 1`.execute(admin.db);
    for (const word of words.slice(150)) one.publish("test", word);
    await vi.waitFor(() => expect(two.heard).toHaveLength(300));
    expect(two.heard).toEqual(words);
    expect(one.heard).toEqual([]);
    await two.stop();
    await vi.waitFor(() => expect(one.hasPeers()).toBe(false));
    expect(one.left).toHaveLength(1);
    await one.stop();
  });

  test("detects missed messages when its connection was cut, and is greeted again by all nodes", async () => {
    const [one, two] = [await startNode(), await startNode()];
    const joins = one.joined.length;
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'atoll notifications'`.execute(admin.db);
    await vi.waitFor(() => expect([one.missed, two.missed]).toEqual([1, 1]));
    await vi.waitFor(() => expect(one.joined.length).toBeGreaterThan(joins));
    two.publish("test", "after");
    await vi.waitFor(() => expect(one.heard).toEqual(["after"]));
    await two.stop();
    await one.stop();
  });

  fullTest("drops a node whose lease has expired", async () => {
    const one = await startNode();
    await sql`INSERT INTO nodes (id, alive_until) VALUES ('01920000-0000-7000-8000-000000000000', now() + interval '1 hour')`.execute(
      admin.db,
    );
    await vi.waitFor(() => expect(one.joined).toHaveLength(1));
    await sql`UPDATE nodes SET alive_until = now() - interval '1 second' WHERE id = ${one.joined[0]}`.execute(
      admin.db,
    );
    await vi.waitFor(() => expect(one.left).toHaveLength(1));
    expect(one.hasPeers()).toBe(false);
    await one.stop();
  });

  fullTest(
    "tells a node that it considered dead, and all nodes after a failed send, that they missed events",
    async () => {
      const [one, two] = [await startNode(), await startNode()];
      expect([one.missed, two.missed]).toEqual([0, 0]);
      const [{ id = "" } = {}] = (
        await sql<{ id: string }>`SELECT id FROM nodes ORDER BY id DESC LIMIT 1`.execute(admin.db)
      ).rows;
      const letLive = await holdLease(admin.db, id);
      await sql`ALTER TABLE bus_parcels ADD CONSTRAINT nothing CHECK (false) NOT VALID`.execute(admin.db);
      one.publish("test", "too large to go in one".repeat(500));
      await vi.waitFor(() => expect(one.left).toEqual([id]));
      one.publish("test", "into the void");
      const joins = two.joined.length;
      await letLive();
      await vi.waitFor(() => expect(two.missed).toBe(2));
      await sql`ALTER TABLE bus_parcels DROP CONSTRAINT nothing`.execute(admin.db);
      // The node that forgot it must greet it again.
      expect(two.joined.length).toBeGreaterThan(joins);
      one.publish("test", "after");
      await vi.waitFor(() => expect(two.heard).toEqual(["after"]));
      expect(one.missed).toBe(0);
      await two.stop();
      await one.stop();
    },
  );
});
