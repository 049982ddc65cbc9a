import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fullTest } from "../../../contract/test/full-check.ts";
import { createClient } from "../client.ts";
import { createChannel, createPerson } from "../factories.ts";
import { type SignedIn, startTestNodes, type TestNodes, type TestServer } from "../harness.ts";
import type { TestSocket } from "../socket.ts";
import { holdLease } from "./hold-lease.ts";

let nodes: TestNodes;
beforeAll(async () => {
  // A search ends by nothing but a newer one, however slow the machine.
  nodes = await startTestNodes();
});
afterAll(() => nodes.close());

const patience = { timeout: 60_000 };

async function enter(node: TestServer, name: string): Promise<SignedIn> {
  return node.signIn(await createPerson(node.db, { name }));
}

/** The same person, asking another node. */
function at(node: TestServer, person: SignedIn): Promise<TestSocket> {
  return node.connect(person);
}

const post = (person: SignedIn, channelId: string, content: string) =>
  person.client.call(chatRoutes.postMessage, {
    params: { channelId },
    body: { id: uuidv7(), content, parentId: null, attachmentIds: [] },
  });

describe("an action on one node", () => {
  test("reaches people of the other, each thing once and in the order of its numbers", async () => {
    const [ana, ben] = [await enter(nodes[0], "Ana"), await enter(nodes[1], "Ben")];
    const channel = await createChannel(nodes[0].db, { members: [ana.user, ben.user] });
    const sockets = [await at(nodes[0], ana), await at(nodes[1], ben), await at(nodes[0], ben)];
    const long = "🌊 ".repeat(3000);
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([post(ana, channel.id, `a${round}`), post(ben, channel.id, `b${round} ${long}`)]);
    }
    for (const socket of sockets) {
      const numbers = () =>
        socket.received
          .filter(({ name }) => name === "message.posted")
          .map(({ payload }) => (payload as { seq: number }).seq);
      await vi.waitFor(() => expect(numbers()).toHaveLength(16), patience);
      expect(new Set(numbers()).size).toBe(16);
      // One writer's messages on one node keep their order. A browser orders those of two by their numbers.
      expect(numbers().toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 16 }, (_, index) => index + 1),
      );
    }
  });

  test("is typing for the other, too", async () => {
    const [ana, ben] = [await enter(nodes[0], "Ana"), await enter(nodes[1], "Ben")];
    const channel = await createChannel(nodes[0].db, { members: [ana.user, ben.user] });
    const [one, two] = [await at(nodes[0], ana), await at(nodes[1], ben)];
    await one.command("typing.set", { channelId: channel.id, parentId: null, isTyping: true });
    expect(await two.next("typing.changed", patience.timeout)).toMatchObject({
      userId: ana.user.id,
      isTyping: true,
    });
    expect(one.received.filter(({ name }) => name === "typing.changed")).toEqual([]);
  });

  test("is no longer sent to a removed member on any node", async () => {
    const [ana, ben] = [await enter(nodes[0], "Ana"), await enter(nodes[1], "Ben")];
    const channel = await createChannel(nodes[0].db, {
      members: [ana.user, ben.user],
    });
    const [one, two] = [await at(nodes[0], ana), await at(nodes[1], ben)];
    await post(ana, channel.id, "Before");
    await two.next("message.posted", patience.timeout);
    await sql`DELETE FROM channel_members WHERE channel_id = ${channel.id} AND user_id = ${ben.user.id}`.execute(
      nodes[0].db,
    );
    await post(ana, channel.id, "After");
    await two.next("channel.removed", patience.timeout);
    await one.next("message.posted", patience.timeout);
    // Any pending event would arrive before this one.
    await expectQuiet(ana, ben, two);
  });

  test("cuts the sockets of an ended session on the other", async () => {
    const ana = await enter(nodes[0], "Ana");
    const socket = await at(nodes[1], ana);
    await ana.client.call(identityRoutes.endSession, {});
    await socket.cut;
    expect(socket.received.map(({ name }) => name)).toContain("session.ended");
  });

  /** A message in another channel of both comes after whatever was sent before; nothing of the first one came. */
  async function expectQuiet(ana: SignedIn, ben: SignedIn, socket: TestSocket): Promise<void> {
    const other = await createChannel(nodes[0].db, { members: [ana.user, ben.user] });
    await socket.next("channel.added", patience.timeout);
    await post(ana, other.id, "Last");
    await vi.waitFor(() => expect(JSON.stringify(socket.received)).toContain("Last"), patience);
    expect(JSON.stringify(socket.received)).not.toContain("After");
  }
});

describe("presence", () => {
  const statusOf = async (socket: TestSocket, person: SignedIn) => {
    const { presences } = await socket.command("presence.watch", { userIds: [person.user.id] });
    return presences[0]?.status ?? null;
  };

  test("is of all nodes together: coming, leaving the keyboard, and going", async () => {
    const [ana, ben] = [await enter(nodes[0], "Ana"), await enter(nodes[1], "Ben")];
    const channel = await createChannel(nodes[0].db, { members: [ana.user, ben.user] });
    const watcher = await at(nodes[0], ana);
    expect(await statusOf(watcher, ben)).toBe(null);
    const first = await at(nodes[1], ben);
    expect(await watcher.next("presence.changed", patience.timeout)).toMatchObject({ status: "online" });
    await vi.waitFor(
      async () =>
        expect(await watcher.command("presence.count", { channelId: channel.id })).toEqual({ online: 2 }),
      patience,
    );
    const second = await at(nodes[0], ben);
    expect(await watcher.command("presence.count", { channelId: channel.id })).toEqual({ online: 2 });
    await second.command("presence.set", { isIdle: true });
    await first.command("presence.set", { isIdle: true });
    expect(await watcher.next("presence.changed", patience.timeout)).toMatchObject({ status: "away" });
    await first.command("presence.set", { isIdle: false });
    expect(await watcher.next("presence.changed", patience.timeout)).toMatchObject({ status: "online" });
    second.close();
    first.close();
    await vi.waitFor(async () => expect(await statusOf(watcher, ben)).toBe(null), patience);
  });

  fullTest("is greeted again by a node that was considered dead, whose people catch up at once", async () => {
    const [ana, ben] = [await enter(nodes[0], "Ana"), await enter(nodes[1], "Ben")];
    const channel = await createChannel(nodes[0].db, { members: [ana.user, ben.user] });
    const [watcher, cut] = [await at(nodes[0], ana), await at(nodes[1], ben)];
    await vi.waitFor(async () => expect(await statusOf(watcher, ben)).toBe("online"), patience);
    const { rows } = await sql<{ id: string }>`SELECT id FROM nodes ORDER BY id DESC LIMIT 1`.execute(
      nodes[0].db,
    );
    const letLive = await holdLease(nodes[0].db, rows[0]!.id);
    await vi.waitFor(async () => expect(await statusOf(watcher, ben)).toBe(null), patience);
    await post(ana, channel.id, "Into the void");
    await letLive();
    await cut.cut;
    expect(cut.received.map(({ name }) => name)).not.toContain("message.posted");
    // As the browser does, which asks for what it missed.
    const back = await at(nodes[1], ben);
    await vi.waitFor(async () => expect(await statusOf(watcher, ben)).toBe("online"), patience);
    await post(ana, channel.id, "After");
    expect(await back.next("message.posted", patience.timeout)).toMatchObject({
      message: { content: "After" },
    });
  });
});

describe("a newer question of the same person", () => {
  test("ends the older on the other node, which says so; a colleague's goes on", async () => {
    const [ana, ben] = [await enter(nodes[0], "Ana"), await enter(nodes[0], "Ben")];
    const elsewhere = createClient(nodes[1].url, ana.session.accessToken);
    const ask = (client: SignedIn["client"], query: string) =>
      client.call(searchRoutes.searchEverywhere, { query: { query } }).then(
        () => "answered",
        (error: unknown) => String(error),
      );
    // Both questions wait for the tables that search reads.
    const { older, newer, other } = await whileSearchIsHeld(async (waiting) => {
      const answers = { older: ask(ana.client, "tide"), other: ask(ben.client, "tide") };
      await waiting(2);
      const asked = { ...answers, newer: ask(elsewhere, "tides") };
      await asked.older;
      return asked;
    });
    expect(await older).toContain("search_superseded");
    expect([await newer, await other]).toEqual(["answered", "answered"]);
  });

  /** `waiting` settles when so many statements wait for what is held. */
  async function whileSearchIsHeld<T>(work: (waiting: (count: number) => Promise<void>) => Promise<T>) {
    const { db } = nodes[0];
    const { rows } = await sql<{ name: string }>`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE 'search\\_%'`.execute(
      db,
    );
    const tables = sql.join(rows.map(({ name }) => sql.table(name)));
    return db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`.execute(tx);
      return work((count) =>
        vi.waitFor(async () => {
          const { rows: held } = await sql<{ count: number }>`
            SELECT count(DISTINCT pid)::int AS count FROM pg_locks WHERE NOT granted
              AND relation = ANY(${rows.map(({ name }) => name)}::regclass[])`.execute(db);
          expect(held[0]?.count).toBeGreaterThanOrEqual(count);
        }, patience),
      );
    });
  }
});
