import { chatRoutes } from "@atoll/contract/chat/routes";
import type { EventPayload } from "@atoll/contract/events";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import type { RouteCall } from "@atoll/contract/route";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Chatter, createChatters } from "../../../test/chatter.ts";
import { createChannel } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { emptyInboxes, everybodyNotified } from "../../../test/settled.ts";

const server = sharedServer();
let [ana, ben, cleo]: Chatter[] = [];
let channelId: string;

beforeAll(async () => {
  [ana, ben, cleo] = await createChatters(server, ["Ana Alm", "Ben Bek", "Cleo Cray"]);
});
beforeEach(async () => {
  await emptyInboxes(server.db);
  ({ id: channelId } = await createChannel(server.db, {
    name: `harbour ${uuidv7()}`,
    members: [ana!, ben!, cleo!],
  }));
});

type Query = RouteCall<typeof notificationRoutes.listNotifications>["query"];

async function inbox(of: Chatter, query: Query = {}) {
  await everybodyNotified(server.db);
  return of.client.call(notificationRoutes.listNotifications, { query });
}

async function titles(of: Chatter, query: Query = {}) {
  return (await inbox(of, query)).items.map(({ title }) => title);
}

type Change = RouteCall<typeof notificationRoutes.changeNotifications>["body"]["changes"][number];
const change = (of: Chatter, changes: Change[]) =>
  of.client.call(notificationRoutes.changeNotifications, { body: { changes } });

async function onlyEntry(of: Chatter): Promise<NotificationEntry> {
  const { items } = await inbox(of);
  expect(items).toHaveLength(1);
  return items[0]!;
}

describe("mentions", () => {
  test("notify mentioned people, with place and text, and not the author", async () => {
    const message = await ana!.post(channelId, "@Ben Bek and @Ana Alm, the tide turns", {
      mentionIds: [ben!.id, ana!.id],
    });
    const { items, counts } = await inbox(ben!);
    expect(items).toMatchObject([
      {
        kind: "chat.mention",
        tab: "mentions",
        reason: "named",
        title: expect.stringMatching(/^Ana Alm mentioned you in harbour /),
        excerpt: "@Ben Bek and @Ana Alm, the tide turns",
        link: `/chat/channel/${channelId}?message=${message.id}`,
        actors: [{ id: ana!.id, name: "Ana Alm" }],
        count: 1,
        isRead: false,
        isDone: false,
        snoozedUntil: null,
      },
    ]);
    expect(counts).toEqual({ unread: 1, tabs: expect.objectContaining({ mentions: 1, replies: 0 }) });
    expect(await titles(ana!)).toEqual([]);
    expect(await titles(cleo!)).toEqual([]);
  });

  test("with @everyone notify everybody who has not muted the channel, and people mentioned by name as mentioned", async () => {
    const set = (of: Chatter, body: object) =>
      of.client.call(chatRoutes.setPreferences, { params: { channelId }, body });
    await set(cleo!, { isMuted: true });
    await ana!.post(channelId, "@channel the tide turns");
    expect((await onlyEntry(ben!)).reason).toBe("channel");
    expect(await titles(cleo!)).toEqual([]);
    await ana!.post(channelId, "@here and @Cleo Cray", { mentionIds: [cleo!.id] });
    expect((await onlyEntry(cleo!)).reason).toBe("named");
    await set(cleo!, { notify: "none" });
    await ana!.post(channelId, "@Cleo Cray", { mentionIds: [cleo!.id] });
    expect(await titles(cleo!)).toHaveLength(1);
  });

  test("notify the people that an edit newly mentions, once", async () => {
    const message = await ana!.post(channelId, "@Ben Bek", { mentionIds: [ben!.id] });
    await ana!.edit(message.id, "@Ben Bek, @Cleo Cray", [ben!.id, cleo!.id]);
    expect(await onlyEntry(ben!)).toMatchObject({ count: 1, excerpt: "@Ben Bek, @Cleo Cray" });
    expect(await onlyEntry(cleo!)).toMatchObject({ count: 1, reason: "named" });
  });

  test("are read with their channel, even if it was read before the entry was created", async () => {
    const message = await ana!.post(channelId, "@Ben Bek", { mentionIds: [ben!.id] });
    await everybodyNotified(server.db);
    await ben!.markRead(channelId, message.seq);
    expect(await onlyEntry(ben!)).toMatchObject({ isRead: true });
    // As if the mark had moved between the message and its entry.
    const late = await ana!.post(channelId, "Later, @Cleo Cray", { mentionIds: [cleo!.id] });
    await everybodyNotified(server.db);
    await server.db.deleteFrom("notifications").where("user_id", "=", cleo!.id).execute();
    await cleo!.markRead(channelId, late.seq);
    await server.db
      .insertInto("tellings")
      .values({
        kind: "chat.mention",
        subject_id: late.id,
        actor_id: ana!.id,
        people: [cleo!.id],
        rule: null,
        place_id: channelId,
        seq: late.seq,
        facts: null,
        told_up_to: null,
      })
      .execute();
    expect(await onlyEntry(cleo!)).toMatchObject({ isRead: true });
    expect((await inbox(cleo!)).counts.unread).toBe(0);
  });

  test("are read with their channel at the very moment in which the entry is created", async () => {
    const holding = await server.db.startTransaction().execute();
    await holding.selectFrom("accounts").select("id").where("id", "=", ben!.id).forUpdate().execute();
    const message = await ana!.post(channelId, "@Ben Bek", { mentionIds: [ben!.id] });
    // The entry is being created, and has checked the mark before it moves.
    await vi.waitFor(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO notifications%' AND datname = current_database()`.execute(
        server.db,
      );
      expect(rows).toHaveLength(1);
    });
    await ben!.markRead(channelId, message.seq);
    await holding.commit().execute();
    expect(await onlyEntry(ben!)).toMatchObject({ isRead: true });
  });

  test("disappear with the message and with the membership, also from the counts", async () => {
    const first = await ana!.post(channelId, "@Ben Bek one", { mentionIds: [ben!.id] });
    await ana!.post(channelId, "@Ben Bek two", { mentionIds: [ben!.id] });
    expect((await inbox(ben!)).counts.unread).toBe(2);
    const socket = await server.connect(ben!);
    const [left, entry] = (await inbox(ben!)).items;
    await ana!.remove(first.id);
    expect(await socket.next("notification.changed")).toMatchObject({
      id: entry!.id,
      entry: null,
      counts: { unread: 1 },
    });
    expect((await inbox(ben!)).items).toHaveLength(1);
    await ben!.leave(channelId);
    expect(await socket.next("notifications.changed")).toMatchObject({ counts: { unread: 0 } });
    expect(await inbox(ben!)).toMatchObject({ items: [], counts: { unread: 0 } });
    // An entry that may not be read cannot be changed either.
    expect(await change(ben!, [{ id: left!.id, isRead: true }])).toMatchObject({ entries: [], before: [] });
  });
});

describe("replies", () => {
  test("in a followed thread share one entry, which grows and is read with the thread", async () => {
    const root = await ben!.post(channelId, "Who has the key?");
    await ana!.reply(root, "Not me");
    await cleo!.reply(root, "Nor me");
    const last = await ana!.reply(root, "I looked");
    expect(await onlyEntry(ben!)).toMatchObject({
      kind: "chat.reply",
      reason: "following",
      count: 3,
      title: expect.stringMatching(/^Ana Alm and Cleo Cray replied in a thread in harbour /),
      excerpt: "Not me",
      actors: [{ name: "Ana Alm" }, { name: "Cleo Cray" }],
    });
    // A person who replied also follows, and has read the earlier replies.
    expect(await onlyEntry(cleo!)).toMatchObject({ count: 1, excerpt: "I looked" });
    await ben!.client.call(chatRoutes.markThreadRead, {
      params: { messageId: root.id },
      body: { seq: last.seq },
    });
    expect(await onlyEntry(ben!)).toMatchObject({ isRead: true });
    const again = await cleo!.reply(root, "Found it");
    expect(await onlyEntry(ben!)).toMatchObject({ isRead: false, count: 1, excerpt: "Found it" });
    await cleo!.remove(again.id);
    expect(await titles(ben!)).toEqual([]);
  });

  test("notify a mentioned follower once", async () => {
    const root = await ben!.post(channelId, "Who has the key?");
    const reply = await ana!.reply(root, "@Ben Bek has", { mentionIds: [ben!.id] });
    expect(await onlyEntry(ben!)).toMatchObject({
      kind: "chat.mention",
      link: `/chat/channel/${channelId}?thread=${root.id}&message=${reply.id}`,
    });
    await ben!.client.call(chatRoutes.markThreadRead, {
      params: { messageId: root.id },
      body: { seq: reply.seq },
    });
    expect(await onlyEntry(ben!)).toMatchObject({ isRead: true });
  });
});

describe("direct messages", () => {
  // No device of other tests is connected.
  let dora: Chatter | undefined;
  beforeEach(async () => {
    [dora] = await createChatters(server, ["Dora Dahl"]);
  });

  test("notify a person who is away, in one entry, and nobody who is online", async () => {
    const direct = await ana!.openDirect(dora!.id);
    const socket = await server.connect(dora!);
    await socket.command("presence.set", { isIdle: false });
    await ana!.post(direct.id, "Are you there?");
    expect(await titles(dora!)).toEqual([]);
    await socket.command("presence.set", { isIdle: true });
    await ana!.post(direct.id, "Hello?");
    await ana!.post(direct.id, "Tell me later");
    expect(await onlyEntry(dora!)).toMatchObject({
      kind: "chat.direct",
      title: "Ana Alm wrote to you",
      excerpt: "Hello?",
      count: 2,
      link: expect.stringContaining(`/chat/channel/${direct.id}?message=`),
    });
    expect(await titles(ana!)).toEqual([]);
    const last = await ana!.post(direct.id, "Bye");
    await dora!.markRead(direct.id, last.seq);
    expect(await onlyEntry(dora!)).toMatchObject({ isRead: true });
  });

  test("notify a minute later a person who was online and did not read them", async () => {
    const direct = await ana!.openDirect(dora!.id);
    const socket = await server.connect(dora!);
    await ana!.post(direct.id, "Are you there?");
    expect(await titles(dora!)).toEqual([]);
    await sql`UPDATE tellings SET at = at - interval '1 minute', due_at = due_at - interval '1 minute'`.execute(
      server.db,
    );
    await sql`SELECT pg_notify('atoll_telling', '')`.execute(server.db);
    expect(await titles(dora!)).toEqual(["Ana Alm wrote to you"]);
    socket.close();
  });

  test("create no entry if they were read before the notification", async () => {
    const direct = await ana!.openDirect(dora!.id);
    await server.db
      .updateTable("channel_members")
      .set({ last_read_seq: 100 })
      .where("user_id", "=", dora!.id)
      .execute();
    await ana!.post(direct.id, "Hello?");
    expect(await titles(dora!)).toEqual([]);
  });
});

test("being added to a channel notifies the person added, and joining nobody", async () => {
  const made = await ana!.create({ name: `Made ${uuidv7()}`, type: "PUBLIC", memberIds: [ben!.id] });
  expect(await titles(ben!)).toEqual([`Ana Alm added you to ${made.name}`]);
  await cleo!.join(made.id);
  expect(await titles(cleo!)).toEqual([]);
});

describe("entries", () => {
  let ids: string[];
  beforeEach(async () => {
    const socket = await server.connect(ben!);
    // Devices receive an entry after it is stored, so those connected from now on only receive this test's.
    for (const [index, text] of ["@Ben Bek one", "@Ben Bek two", "@Ben Bek three"].entries()) {
      await ana!.post(channelId, text, { mentionIds: [ben!.id] });
      // Things deleted before the test may be announced first, or together with it.
      const heard = expect.objectContaining({ entry: expect.objectContaining({ excerpt: text }) });
      const heardTogether = { counts: expect.objectContaining({ unread: index + 1 }) };
      await vi.waitFor(() =>
        expect([
          { name: "notification.changed", payload: heard },
          { name: "notifications.changed", payload: heardTogether },
        ]).toContainEqual(socket.received.findLast(({ name }) => name.startsWith("notification"))),
      );
    }
    ids = (await inbox(ben!)).items.map(({ id }) => id);
  });

  test("are paged, newest first, by tab and state", async () => {
    const first = await inbox(ben!, { limit: 2 });
    expect(first.items.map(({ excerpt }) => excerpt)).toEqual(["@Ben Bek three", "@Ben Bek two"]);
    const second = await inbox(ben!, { limit: 2, cursor: first.nextCursor ?? "" });
    expect(second).toMatchObject({ items: [{ excerpt: "@Ben Bek one" }], nextCursor: null });
    expect(await titles(ben!, { tab: "replies" })).toEqual([]);
    expect(await titles(ben!, { tab: "mentions", state: "unread" })).toHaveLength(3);
  });

  test("are marked as read, done and snoozed, in bulk, and sending the previous states undoes it", async () => {
    const socket = await server.connect(ben!);
    const read = await change(ben!, [
      { id: ids[0]!, isRead: true },
      { id: ids[1]!, isDone: true },
      { id: uuidv7(), isDone: true },
    ]);
    expect(read.counts.unread).toBe(1);
    expect(read.entries).toHaveLength(2);
    expect(await socket.next("notifications.changed")).toEqual({ counts: read.counts });
    expect((await inbox(ben!)).items.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect((await inbox(ben!, { state: "done" })).items.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await inbox(ben!, { state: "unread" })).items.map(({ id }) => id)).toEqual([ids[2]]);
    const undone = await change(ben!, read.before);
    expect(undone.counts.unread).toBe(3);
    expect((await inbox(ben!)).items.map(({ id }) => id)).toEqual(ids);
    // Another person's entries are ignored.
    expect(await change(cleo!, [{ id: ids[0]!, isDone: true }])).toMatchObject({ entries: [], before: [] });
    expect((await inbox(ben!)).items).toHaveLength(3);
  });

  test("return unread and on top when their snooze ends", async () => {
    const socket = await server.connect(ben!);
    await change(ben!, [{ id: ids[2]!, isRead: true }]);
    await socket.next("notification.changed");
    const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString();
    const put = await change(ben!, [{ id: ids[2]!, snoozedUntil }]);
    expect(put.entries).toMatchObject([{ snoozedUntil }]);
    expect(await socket.next("notification.changed")).toMatchObject({ entry: { snoozedUntil } });
    expect((await inbox(ben!)).items.map(({ id }) => id)).toEqual([ids[0], ids[1]]);
    expect((await inbox(ben!, { state: "snoozed" })).items.map(({ id }) => id)).toEqual([ids[2]]);
    // Its time has come.
    await sql`UPDATE notifications SET snoozed_until = now() WHERE id = ${ids[2]}`.execute(server.db);
    const back = { id: ids[2], entry: { isRead: false, snoozedUntil: null }, counts: { unread: 3 } };
    await vi.waitFor(async () => expect(await socket.next("notification.changed")).toMatchObject(back));
    expect((await inbox(ben!)).items.map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1]]);
    const refused = await ben!.client.refused(notificationRoutes.changeNotifications, {
      body: {
        changes: [{ id: ids[0]!, snoozedUntil: new Date(Date.now() + 400 * 86_400_000).toISOString() }],
      },
    });
    expect(refused.body.error.code).toBe("snooze_out_of_range");
  });

  test("appear on every device as a refetch returns them when they are new or changed", async () => {
    const devices = [await server.connect(ben!), await server.connect(ben!)];
    const apply = (
      before: NotificationEntry[],
      { id, entry }: { id: string; entry: NotificationEntry | null },
    ): NotificationEntry[] => {
      const others = before.filter((known) => known.id !== id);
      if (!entry || entry.isDone || entry.snoozedUntil) return others;
      return [...others, entry].toSorted((a, b) => (b.at + b.id).localeCompare(a.at + a.id));
    };
    let known = (await inbox(ben!)).items;
    const isFour = ({ entry }: EventPayload<"notification.changed">) => entry?.excerpt === "@Ben Bek four";
    const isFirst = ({ id }: { id: string }) => id === ids[0];
    const acts = [
      { act: () => ana!.post(channelId, "@Ben Bek four", { mentionIds: [ben!.id] }), isToldBy: isFour },
      { act: () => change(ben!, [{ id: ids[0]!, isRead: true }]), isToldBy: isFirst },
      { act: () => change(ben!, [{ id: ids[0]!, isDone: true }]), isToldBy: isFirst },
      { act: () => change(ben!, [{ id: ids[0]!, isDone: false }]), isToldBy: isFirst },
    ];
    for (const { act, isToldBy } of acts) {
      await act();
      for (;;) {
        const [one, two] = await Promise.all(devices.map((device) => device.next("notification.changed")));
        expect(one).toEqual(two);
        known = apply(known, one!);
        // An earlier change may only be notified now.
        if (!isToldBy(one!)) continue;
        const fresh = await inbox(ben!);
        expect(known).toEqual(fresh.items);
        expect(one!.counts).toEqual(fresh.counts);
        break;
      }
    }
  });
});

test("mentioning everyone in a large channel notifies in batches, each person once, even after a crash", async () => {
  await sql`WITH p AS (INSERT INTO profiles (id, name) SELECT uuidv7(), 'Crowd ' || n FROM generate_series(1, 1200) n RETURNING id),
    a AS (INSERT INTO accounts (id, email, password_hash) SELECT id, id || '@example.test', '' FROM p RETURNING id)
    INSERT INTO channel_members (channel_id, user_id) SELECT ${channelId}, id FROM a`.execute(server.db);
  const message = await ana!.post(channelId, "@channel everybody");
  await everybodyNotified(server.db);
  const told = async () =>
    (
      await sql<{ count: number; people: number }>`SELECT sum(count)::int AS count, count(*)::int AS people
        FROM notifications WHERE subject_id = ${message.id}`.execute(server.db)
    ).rows[0];
  expect(await told()).toEqual({ count: 1202, people: 1202 });
  // Half of the people were notified when the process died.
  await sql`WITH half AS (SELECT user_id FROM notifications WHERE subject_id = ${message.id} ORDER BY user_id LIMIT 600),
    gone AS (DELETE FROM notifications WHERE subject_id = ${message.id} AND user_id > (SELECT max(user_id::text)::uuid FROM half))
    INSERT INTO tellings (kind, subject_id, actor_id, rule, place_id, seq, told_up_to)
    SELECT 'chat.mention', ${message.id}, ${ana!.id}, 'channel', ${channelId}, ${message.seq}, max(user_id::text)::uuid FROM half`.execute(
    server.db,
  );
  await everybodyNotified(server.db);
  expect(await told()).toEqual({ count: 1202, people: 1202 });
});
