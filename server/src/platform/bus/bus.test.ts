import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createClient } from "redis";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fullTest, onlyInFullCheck } from "../../../../contract/test/full-check.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { holdLease } from "../../../test/nodes/hold-lease.ts";
import { type RedisServer, startRedis } from "../../../test/redis-server.ts";
import { openDatabase } from "../database/database.ts";
import { createNotifications } from "../database/notifications.ts";
import { createLog } from "../log/log.ts";
import { StartError } from "../log/start-error.ts";
import { type Bus, createBus } from "./bus.ts";
import { type Line, numberedCarrier } from "./numbered-carrier.ts";
import { openRedisLine } from "./redis-line.ts";

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

/** Sentences of the starts of nodes. */
const said: string[] = [];

interface TestNode extends Bus {
  heard: unknown[];
  joined: string[];
  left: string[];
  missed: number;
}

type OpenLine = () => Promise<Line>;

/** @param openLine to a line between nodes, instead of the database. */
async function startNode(openLine?: OpenLine): Promise<TestNode> {
  const log = createLog("silent");
  const { db } = open();
  const notifications = createNotifications(database.url, log);
  closers.push(() => notifications.close());
  const line = await openLine?.();
  closers.push(async () => line?.close());
  const bus = createBus({ db, notifications, log, carry: line && numberedCarrier(line) });
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

let redis: RedisServer;
onlyInFullCheck(() => {
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());
});

const redisLine =
  (url = redis.url): OpenLine =>
  () =>
    openRedisLine({
      url,
      name: "atoll:test",
      log: createLog("silent"),
      say: (sentence) => said.push(sentence),
    });

/** A line between nodes of this process. */
function createLocalLine() {
  const handlers = new Set<(text: string) => void>();
  const state = { isAway: false, isDeaf: false };
  const openLine: OpenLine = async () => {
    let own: (text: string) => void = () => undefined;
    return {
      onText(handler) {
        own = handler;
        handlers.add(handler);
      },
      async publish(text) {
        if (state.isAway) throw new Error("the line is away");
        if (!state.isDeaf) {
          for (const handle of handlers) setImmediate(handle, text);
        }
      },
      isAway: () => state.isAway,
      async close() {
        handlers.delete(own);
      },
    };
  };
  return { state, openLine };
}

const ways: { way: string; openLine: () => OpenLine | undefined }[] = [
  { way: "PostgreSQL", openLine: () => undefined },
  { way: "a line in this process", openLine: () => createLocalLine().openLine },
];
onlyInFullCheck(() => ways.push({ way: "Valkey or Redis", openLine: () => redisLine() }));

describe.each(ways)("the bus over $way", ({ openLine }) => {
  test("publishes nothing on a single node", async () => {
    const line = openLine();
    const node = await startNode(line);
    expect(node.hasPeers()).toBe(false);
    node.publish("test", "into the void");
    await node.stop();
    const second = await startNode(line);
    expect(second.heard).toEqual([]);
    await second.stop();
  });

  test("delivers everything to a started node, in order and of any size, and never to the sender", async () => {
    const line = openLine();
    const [one, two] = [await startNode(line), await startNode(line)];
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

  test("passes on parcels of every size, several events in each, from all nodes at once", async () => {
    const line = openLine();
    const nodes = [await startNode(line), await startNode(line), await startNode(line)] as const;
    const sizes = [1, 7_000, 9_000, 300_000, 2, 1_000_000, 3];
    for (const [index, node] of nodes.entries())
      for (const size of sizes) node.publish("test", [index, size, "x".repeat(size)]);
    for (const [own, node] of nodes.entries()) {
      await vi.waitFor(() => expect(node.heard).toHaveLength(2 * sizes.length));
      for (const from of nodes.keys()) {
        const heard = (node.heard as [number, number, string][]).filter(([index]) => index === from);
        expect(heard.map(([, size]) => size)).toEqual(from === own ? [] : sizes);
        expect(heard.every(([, size, text]) => text.length === size)).toBe(true);
      }
    }
    expect(nodes.map(({ missed }) => missed)).toEqual([0, 0, 0]);
    for (const node of nodes) await node.stop();
  });

  fullTest("reports that messages may be missing when a node died without a word", async () => {
    const line = openLine();
    const one = await startNode(line);
    const dead = randomUUID();
    await sql`INSERT INTO nodes (id, alive_until) VALUES (${dead}, now() + interval '1 hour')`.execute(
      admin.db,
    );
    await vi.waitFor(() => expect(one.joined).toContain(dead));
    expect(one.missed).toBe(0);
    await sql`UPDATE nodes SET alive_until = now() - interval '1 second' WHERE id = ${dead}`.execute(
      admin.db,
    );
    await vi.waitFor(() => expect(one.missed).toBe(1));
    await one.stop();
  });

  fullTest("reports nothing as missed when a node is gone that had died before this one came", async () => {
    const dead = randomUUID();
    await sql`INSERT INTO nodes (id, alive_until) VALUES (${dead}, now() + interval '1 hour')`.execute(
      admin.db,
    );
    const one = await startNode(openLine());
    expect(one.joined).toEqual([dead]);
    await sql`UPDATE nodes SET alive_until = now() - interval '1 second' WHERE id = ${dead}`.execute(
      admin.db,
    );
    await vi.waitFor(() => expect(one.left).toEqual([dead]));
    expect(one.missed).toBe(0);
    await one.stop();
  });
});

describe("the bus over PostgreSQL", () => {
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
        await sql<{
          id: string;
        }>`SELECT id FROM nodes WHERE alive_until > now() ORDER BY id DESC LIMIT 1`.execute(admin.db)
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
      // A node that died may have committed something that it never published.
      expect(one.missed).toBe(1);
      await two.stop();
      await one.stop();
    },
  );
});

describe("a line between nodes that may lose things", () => {
  test("delivers everything once and in order while it is away, and while it takes things and passes none on", async () => {
    const { openLine, state } = createLocalLine();
    const [one, two] = [await startNode(openLine), await startNode(openLine)];
    let next = 0;
    for (const change of [{}, { isAway: true }, { isAway: false }, { isDeaf: true }, { isDeaf: false }]) {
      Object.assign(state, change);
      expect(two.isDegraded()).toBe(state.isAway);
      for (const end = next + 20; next < end; next += 1) {
        one.publish("test", next);
        if (next % 7 === 0) await sql`SELECT 1`.execute(admin.db);
      }
      // A parcel that goes by reference.
      one.publish("test", "x".repeat(300_000));
      await vi.waitFor(() => expect(two.heard.filter((word) => typeof word === "number")).toHaveLength(next));
    }
    const numbers = two.heard.filter((word) => typeof word === "number");
    expect(numbers).toEqual(Array.from({ length: next }, (_, index) => index));
    await vi.waitFor(() => expect(two.heard).toHaveLength(next + 5));
    expect([one.missed, two.missed]).toEqual([0, 0]);
    await two.stop();
    await one.stop();
  });

  test("reads from the rows what the line took and did not pass on, and ignores what comes twice", async () => {
    const { openLine } = createLocalLine();
    const [one, two] = [await startNode(openLine), await startNode(openLine)];
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM nodes WHERE alive_until > now() ORDER BY id`.execute(admin.db);
    const line = await openLine();
    closers.push(line.close);
    one.publish("test", "first");
    await vi.waitFor(() => expect(two.heard).toEqual(["first"]));
    const from = rows[0]?.id ?? "";
    const number = await vi.waitFor(async () => {
      const stored = await sql<{ number: number }>`
        SELECT number FROM bus_parcels WHERE node_id = ${from} AND content LIKE '%first%'`.execute(admin.db);
      return stored.rows[0]!.number;
    });
    // A number that was heard, one that only has a row, and one after it.
    const parcel = (of: number, word: string) =>
      JSON.stringify({ from, number: of, items: [["test", word]] });
    await sql`INSERT INTO bus_parcels (node_id, number, content) VALUES
      (${from}, ${number + 1}, '[["test","second"]]'), (${from}, ${number + 2}, '[["test","third"]]')`.execute(
      admin.db,
    );
    await line.publish(parcel(number, "first"));
    await line.publish(parcel(number + 2, "third"));
    await line.publish(parcel(number + 2, "third"));
    await line.publish("no parcel at all");
    await vi.waitFor(() => expect(two.heard).toEqual(["first", "second", "third"]));
    expect(two.missed).toBe(0);
    // A row that is gone for good is a gap, which everything else is delivered after.
    await sql`INSERT INTO bus_parcels (node_id, number, content) VALUES (${from}, ${number + 5}, '[["test","fifth"]]')`.execute(
      admin.db,
    );
    await vi.waitFor(() => expect(two.heard).toEqual(["first", "second", "third", "fifth"]));
    expect(two.missed).toBe(1);
    await two.stop();
    await one.stop();
  });

  test("ignores nodes of another database that share the line, and texts that are not from a node", async () => {
    const { openLine } = createLocalLine();
    const [one, two] = [await startNode(openLine), await startNode(openLine)];
    const joins = two.joined.length;
    const line = await openLine();
    closers.push(line.close);
    for (const from of [uuidv7(), "01920000-0000-7000-8000-000000000000", "zzz"]) {
      const items = [
        ["peers", "hello"],
        ["test", "foreign"],
      ];
      await line.publish(JSON.stringify({ from, number: 1, items }));
    }
    one.publish("test", "own");
    await vi.waitFor(() => expect(two.heard).toEqual(["own"]));
    expect([two.joined.length, two.missed]).toEqual([joins, 0]);
    await two.stop();
    await one.stop();
  });
});

onlyInFullCheck(() =>
  describe("a bus at an address", () => {
    let server: RedisServer;
    beforeAll(async () => {
      server = await startRedis();
    });
    afterAll(() => server.close());

    test("delivers everything once and in order while its server is killed and comes back", async () => {
      const [one, two] = [await startNode(redisLine(server.url)), await startNode(redisLine(server.url))];
      let next = 0;
      const publish = (howMany: number) => {
        for (const end = next + howMany; next < end; next += 1) one.publish("test", next);
      };
      const all = () => Array.from({ length: next }, (_, index) => index);
      publish(20);
      await vi.waitFor(() => expect(two.heard).toEqual(all()));
      expect([one.isDegraded(), two.isDegraded()]).toEqual([false, false]);
      for (let round = 0; round < 2; round += 1) {
        publish(10);
        await server.kill();
        publish(10);
        await vi.waitFor(() => expect([one.isDegraded(), two.isDegraded()]).toEqual([true, true]));
        publish(10);
        await vi.waitFor(() => expect(two.heard).toEqual(all()));
        await server.start();
        await vi.waitFor(() => expect([one.isDegraded(), two.isDegraded()]).toEqual([false, false]));
        publish(10);
        await vi.waitFor(() => expect(two.heard).toEqual(all()));
      }
      expect([one.missed, two.missed]).toEqual([0, 0]);
      await two.stop();
      await one.stop();
    });

    test("starts without its server, says so in one sentence, and is not degraded once it is there", async () => {
      await server.kill();
      said.length = 0;
      const one = await startNode(redisLine(server.url));
      expect(said).toEqual([
        expect.stringMatching(/^WARNING The server of BUS_URL, 127\.0\.0\.1:\d+, does not answer/),
      ]);
      const two = await startNode(redisLine(server.url));
      await vi.waitFor(() => expect([one.isDegraded(), two.isDegraded()]).toEqual([true, true]));
      one.publish("test", "by its row");
      await vi.waitFor(() => expect(two.heard).toEqual(["by its row"]));
      await server.start();
      await vi.waitFor(() => expect([one.isDegraded(), two.isDegraded()]).toEqual([false, false]));
      await two.stop();
      await one.stop();
    });

    test("refuses a start whose user may not publish, or not be published to", async () => {
      const owner = await createClient({ url: server.url }).connect();
      const mayNot = { subscribe: "-subscribe", publish: "-publish" };
      for (const [act, rule] of Object.entries(mayNot)) {
        await owner.sendCommand([
          "ACL",
          "SETUSER",
          act,
          "reset",
          "on",
          ">word",
          "allchannels",
          "+@all",
          rule,
        ]);
        const url = server.url.replace(/\/\/[^@]*@/, `//${act}:word@`);
        await expect(redisLine(url)()).rejects.toThrow(/refuses.*NOPERM/);
      }
      owner.destroy();
    });

    test("refuses a start with the wrong password, without naming it", async () => {
      const url = server.url.replace(/:[^:@]*@/, ":wrong-secret@");
      const start = redisLine(url)();
      await expect(start).rejects.toThrow(StartError);
      await expect(start).rejects.toThrow(/^The server of BUS_URL, 127\.0\.0\.1:\d+, refuses/);
      await expect(start).rejects.not.toThrow(/wrong-secret/);
    });
  }),
);
