import { chatRoutes } from "@atoll/contract/chat/routes";
import { uuidv7 } from "uuidv7";
import { beforeEach, describe, expect, test } from "vitest";
import { type Chatter, codeOf, createChatters } from "../../../../test/chatter.ts";
import { createChannel } from "../../../../test/factories.ts";
import { chattersForFile, sharedServer } from "../../../../test/for-file.ts";

const server = sharedServer();
const [ana, ben, cleo, otis] = chattersForFile(server, ["Ana", "Ben", "Cleo", "Otis"]);
let channelId: string;

beforeEach(async () => {
  ({ id: channelId } = await createChannel(server.db, { members: [ana!, ben!, cleo!] }));
});

describe("a reply", () => {
  test("is sent to everyone with its thread's message, each with its own number", async () => {
    const root = await ana!.post(channelId, "Who is at the depot?");
    const toCleo = await server.connect(cleo!);
    const reply = await ben!.reply(root, "Me");
    expect(reply).toMatchObject({ parentId: root.id, seq: root.seq + 1, thread: null });
    expect(await toCleo.next("message.posted")).toEqual({ channelId, seq: reply.seq, message: reply });
    const { seq, message } = await toCleo.next("message.changed");
    expect([seq, message.changedSeq, message.id]).toEqual([reply.seq + 1, reply.seq + 1, root.id]);
    expect(message.thread).toEqual({
      replyCount: 1,
      lastReplyAt: reply.createdAt,
      repliers: [expect.objectContaining({ id: ben!.id, name: "Ben" })],
    });
    expect((await cleo!.page(channelId)).messages).toEqual([message]);
    expect(await cleo!.changes(channelId, root.seq)).toMatchObject({ changes: [reply, message], head: seq });
    expect((await cleo!.replies(root.id)).messages).toEqual([reply]);
  });

  test("is not in the channel's history, unread count or preview, and does not move it in the list", async () => {
    const root = await ana!.post(channelId, "Root");
    await cleo!.markRead(channelId, root.seq);
    const before = await cleo!.channel(channelId);
    const reply = await ben!.reply(root, `@Cleo and @channel, a word`, { mentionIds: [cleo!.id] });
    const after = await cleo!.channel(channelId);
    expect(after).toEqual({ ...before, head: reply.seq + 1, threadMentions: 1 });
    expect(await cleo!.head(channelId)).toMatchObject({ unread: 0, unreadMentions: 0, threadMentions: 1 });
  });

  test("cannot have replies, nor belong to a message that is elsewhere, deleted or missing", async () => {
    const root = await ana!.post(channelId, "Root");
    const reply = await ben!.reply(root, "Reply");
    const gone = await ana!.post(channelId, "Gone");
    await ana!.remove(gone.id);
    const { id: elsewhere } = await createChannel(server.db, { members: [ana!] });
    const foreign = await ana!.post(elsewhere, "Elsewhere");
    const head = (await ana!.page(channelId)).head;
    for (const parentId of [reply.id, gone.id, foreign.id, uuidv7()]) {
      expect(await ana!.refusedPost(channelId, "Into nothing", { parentId })).toBe("message_not_found");
    }
    expect((await ana!.page(channelId)).head).toBe(head);
    for (const messageId of [reply.id, gone.id, uuidv7()]) {
      const params = { messageId };
      expect((await ana!.client.refused(chatRoutes.listReplies, { params, query: {} })).status).toBe(404);
      expect((await ana!.client.refused(chatRoutes.followThread, { params })).status).toBe(404);
    }
  });

  test("is created and counted once when sent twice", async () => {
    const root = await ana!.post(channelId, "Root");
    const id = uuidv7();
    const sent = await Promise.all(Array.from({ length: 5 }, () => ben!.reply(root, "Once", { id })));
    expect(new Set(sent.map((message) => JSON.stringify(message))).size).toBe(1);
    const { messages, head } = await ana!.page(channelId);
    expect([messages[0]?.thread?.replyCount, head]).toEqual([1, root.seq + 2]);
  });

  test("is counted when many reply at once, and the last three authors are shown", async () => {
    const root = await ana!.post(channelId, "Root");
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => [ana!, ben!, cleo!][index % 3]!.reply(root, `Reply ${index}`)),
    );
    const { messages } = await ana!.page(channelId);
    const thread = messages[0]?.thread;
    const replies = (await ana!.replies(root.id)).messages;
    const latest = [...new Set(replies.toReversed().map(({ author }) => author.id))].slice(0, 3);
    expect(thread).toMatchObject({ replyCount: 12, lastReplyAt: replies.at(-1)?.createdAt });
    expect(thread?.repliers.map(({ id }) => id)).toEqual(latest);
  });
});

describe("a mention in a thread", () => {
  const waiting = async (who: Chatter) => (await who.head(channelId))?.threadMentions;
  const read = (who: Chatter, messageId: string, seq: number) =>
    who.client.call(chatRoutes.markThreadRead, { params: { messageId }, body: { seq } });
  const forCleo = { mentionIds: [] as string[] };
  beforeEach(() => {
    forCleo.mentionIds = [cleo!.id];
  });

  test("stays unread on all devices until the thread is read, not the channel", async () => {
    const root = await ana!.post(channelId, "Root");
    const devices = [await server.connect(cleo!), await server.connect(cleo!)];
    const told = async () => {
      for (const device of devices)
        expect(await device.next("threads.changed")).toEqual({ messageId: root.id });
    };
    const one = await ben!.reply(root, "For @Cleo", forCleo);
    await told();
    expect([await waiting(cleo!), await waiting(ana!), await waiting(ben!)]).toEqual([1, 0, 0]);
    const two = await ben!.reply(root, "@Cleo?", forCleo);
    await told();
    await cleo!.markRead(channelId, two.seq + 1);
    expect(await cleo!.channel(channelId)).toMatchObject({ unread: 0, unreadMentions: 0, threadMentions: 2 });
    await read(cleo!, root.id, one.seq);
    await told();
    expect(await waiting(cleo!)).toBe(1);
    // Replying marks the thread as read.
    await cleo!.reply(root, "Here");
    await told();
    expect(await waiting(cleo!)).toBe(0);
  });

  test("is counted for people who no longer follow the thread, until they read it", async () => {
    const root = await ana!.post(channelId, "Root");
    await cleo!.client.call(chatRoutes.followThread, { params: { messageId: root.id } });
    await cleo!.client.call(chatRoutes.unfollowThread, { params: { messageId: root.id } });
    const device = await server.connect(cleo!);
    const reply = await ben!.reply(root, "For @Cleo", forCleo);
    expect((await device.next("threads.changed")).messageId).toBe(root.id);
    expect(await waiting(cleo!)).toBe(1);
    await read(cleo!, root.id, reply.seq);
    expect(await waiting(cleo!)).toBe(0);
  });

  test("is added and removed with the text, and with the channel", async () => {
    const root = await ana!.post(channelId, "Root");
    const reply = await ben!.reply(root, "For nobody");
    const device = await server.connect(cleo!);
    const edit = (content: string, mentionIds: string[]) =>
      ben!.client.call(chatRoutes.editMessage, {
        params: { messageId: reply.id },
        body: { content, mentionIds },
      });
    await edit("For @Cleo", [cleo!.id]);
    expect((await device.next("threads.changed")).messageId).toBe(root.id);
    expect(await waiting(cleo!)).toBe(1);
    await edit("For @Cleo, really", [cleo!.id]);
    await device.next("threads.changed");
    expect(await waiting(cleo!)).toBe(1);
    await edit("For nobody, then", []);
    await device.next("threads.changed");
    expect(await waiting(cleo!)).toBe(0);
    const other = await ben!.reply(root, "For @Cleo", forCleo);
    await device.next("threads.changed");
    await ben!.remove(other.id);
    await device.next("threads.changed");
    expect(await waiting(cleo!)).toBe(0);
    await ben!.reply(root, "For @Cleo", forCleo);
    await cleo!.leave(channelId);
    await ana!.invite(channelId, cleo!.id);
    expect(await waiting(cleo!)).toBe(0);
  });

  test("is not unread again after an edit of a reply that was read", async () => {
    const root = await ana!.post(channelId, "Root");
    const reply = await ben!.reply(root, "For @Cleo", forCleo);
    await read(cleo!, root.id, reply.seq);
    await ben!.client.call(chatRoutes.editMessage, {
      params: { messageId: reply.id },
      body: { content: "For @Cleo and @Ana", mentionIds: [cleo!.id, ana!.id] },
    });
    expect([await waiting(cleo!), await waiting(ana!)]).toEqual([0, 1]);
  });
});

describe("deleting", () => {
  test("a reply removes it from the count, the authors and the thread", async () => {
    const root = await ana!.post(channelId, "Root");
    const first = await ben!.reply(root, "First");
    const last = await cleo!.reply(root, "Last");
    const toAna = await server.connect(ana!);
    const tombstone = await cleo!.remove(last.id);
    expect(await toAna.next("message.deleted")).toMatchObject({
      seq: tombstone.changedSeq,
      message: tombstone,
    });
    const { seq, message } = await toAna.next("message.changed");
    expect(seq).toBe(tombstone.changedSeq + 1);
    expect(message.thread).toMatchObject({ replyCount: 1, lastReplyAt: first.createdAt });
    expect(message.thread?.repliers.map(({ id }) => id)).toEqual([ben!.id]);
    expect((await toAna.next("threads.changed")).messageId).toBe(root.id);
    expect((await ana!.replies(root.id)).messages).toEqual([first]);
    expect((await ana!.page(channelId)).messages).toEqual([message]);
  });

  test("keeps the last three repliers when all replies of one of five are deleted", async () => {
    const [dov, eli] = await createChatters(server, ["Dov", "Eli"]);
    const everyone = [ana!, ben!, cleo!, dov!, eli!];
    const { id } = await createChannel(server.db, { members: everyone });
    const root = await ana!.post(id, "Root");
    for (const who of everyone) await who.reply(root, who.name);
    const again = await ana!.reply(root, "Once more");
    await ana!.remove(again.id);
    const faces = async () =>
      (await ben!.page(id)).messages[0]?.thread?.repliers.map(({ name }) => name).join(" ");
    expect(await faces()).toBe("Eli Dov Cleo");
  });

  test("a message with replies leaves a tombstone, which disappears with the last reply", async () => {
    const root = await ana!.post(channelId, "A secret beginning");
    const reply = await ben!.reply(root, "I keep my place");
    const removed = await ana!.remove(root.id);
    expect(removed).toMatchObject({ deleted: false, removed: true, content: "", thread: { replyCount: 1 } });
    expect((await ben!.page(channelId)).messages).toEqual([removed]);
    expect(
      (await ben!.client.call(chatRoutes.getMessage, { params: { messageId: root.id } })).message,
    ).toEqual(removed);
    // Replies are still possible, but changes of the tombstone are not.
    const second = await cleo!.reply(root, "Me too");
    expect(await codeOf(ben!.client.refused(chatRoutes.pinMessage, { params: { messageId: root.id } }))).toBe(
      "message_not_found",
    );
    await ben!.remove(reply.id);
    const toBen = await server.connect(ben!);
    await cleo!.remove(second.id);
    expect((await toBen.next("message.deleted")).message.id).toBe(second.id);
    expect((await toBen.next("message.deleted")).message).toMatchObject({ id: root.id, deleted: true });
    expect((await ben!.page(channelId)).messages).toEqual([]);
    expect(await cleo!.refusedPost(channelId, "Late", { parentId: root.id })).toBe("message_not_found");
    const { changes } = await ben!.changes(channelId, 0);
    expect(changes.map(({ deleted }) => deleted)).toEqual([true, true, true]);
  });

  test("and replying concurrently leave a correct count", async () => {
    for (let round = 0; round < 6; round += 1) {
      const root = await ana!.post(channelId, `Root ${round}`);
      const reply = await ben!.reply(root, "One");
      const results = await Promise.allSettled([
        ana!.remove(root.id),
        ben!.remove(reply.id),
        cleo!.reply(root, "Another"),
      ]);
      const isReplied = results[2]?.status === "fulfilled";
      const place = (await ana!.page(channelId)).messages.find(({ id }) => id === root.id);
      expect([place?.removed, place?.thread?.replyCount]).toEqual(
        isReplied ? [true, 1] : [undefined, undefined],
      );
    }
  });
});

describe("following", () => {
  test("starts with writing, being replied to and being mentioned; each thread has its own unread count", async () => {
    const root = await ana!.post(channelId, "Root");
    const toAna = await server.connect(ana!);
    await ben!.reply(root, "For @Cleo", { mentionIds: [cleo!.id] });
    expect((await toAna.next("threads.changed")).messageId).toBe(root.id);
    const [ofAna, ofBen, ofCleo] = await Promise.all([ana, ben, cleo].map((who) => threadOf(who!, root.id)));
    expect([ofAna?.unread, ofBen?.unread, ofCleo?.unread]).toEqual([1, 0, 1]);
    expect(ofAna?.channel).toMatchObject({ id: channelId, type: "PRIVATE" });
    expect([(await ana!.heads()).unreadThreads > 0, await isFollowing(ben!, root.id)]).toEqual([true, true]);

    const { unreadThreads } = await cleo!.heads();
    const { messages } = await cleo!.replies(root.id);
    await cleo!.client.call(chatRoutes.markThreadRead, {
      params: { messageId: root.id },
      body: { seq: messages.at(-1)!.seq },
    });
    expect((await threadOf(cleo!, root.id))?.unread).toBe(0);
    expect((await cleo!.heads()).unreadThreads).toBe(unreadThreads - 1);
  });

  test("ends until the person writes there again, and the read position is kept", async () => {
    const root = await ana!.post(channelId, "Root");
    await ben!.reply(root, "One");
    const params = { messageId: root.id };
    await ana!.client.call(chatRoutes.unfollowThread, { params });
    await ben!.reply(root, "Two, for @Ana", { mentionIds: [ana!.id] });
    expect(await threadOf(ana!, root.id)).toBeUndefined();
    expect(await isFollowing(ana!, root.id)).toBe(false);
    await ana!.client.call(chatRoutes.followThread, { params });
    expect((await threadOf(ana!, root.id))?.unread).toBe(2);
    await ana!.client.call(chatRoutes.unfollowThread, { params });
    await ana!.reply(root, "Here I am");
    expect((await threadOf(ana!, root.id))?.unread).toBe(0);
  });

  test("a thread without having written there starts with everything read", async () => {
    const root = await ana!.post(channelId, "Root");
    await ben!.reply(root, "One");
    await cleo!.client.call(chatRoutes.followThread, { params: { messageId: root.id } });
    expect((await threadOf(cleo!, root.id))?.unread).toBe(0);
    await ben!.reply(root, "Two");
    expect((await threadOf(cleo!, root.id))?.unread).toBe(1);
  });

  test("does not count deleted replies, and a mark never moves back or past the end", async () => {
    const root = await ana!.post(channelId, "Root");
    const [one, two] = [await ben!.reply(root, "One"), await ben!.reply(root, "Two")];
    await ben!.remove(two.id);
    expect((await threadOf(ana!, root.id))?.unread).toBe(1);
    const mark = (seq: number) =>
      ana!.client.call(chatRoutes.markThreadRead, { params: { messageId: root.id }, body: { seq } });
    await mark(10_000);
    await mark(1);
    expect((await ana!.replies(root.id)).lastReadSeq).toBe(one.seq);
    await ben!.reply(root, "Three");
    expect((await threadOf(ana!, root.id))?.unread).toBe(1);
  });

  test("ends with membership: after rejoining, nothing is unread or followed", async () => {
    const { id } = await createChannel(server.db, { type: "PUBLIC", members: [ana!, ben!] });
    const root = await ana!.post(id, "Root");
    await ben!.reply(root, "One");
    await ana!.leave(id);
    await ben!.reply(root, "While she was away");
    expect(await threadOf(ana!, root.id)).toBeUndefined();
    await ana!.join(id);
    expect(await threadOf(ana!, root.id)).toBeUndefined();
    expect(await ana!.head(id)).toMatchObject({ unread: 0, unreadMentions: 0 });
  });
});

test("threads are listed by their last reply, in pages", async () => {
  const [zoe] = await createChatters(server, ["Zoe"]);
  const { id } = await createChannel(server.db, { members: [zoe!, ben!] });
  const roots = [];
  for (let index = 0; index < 5; index += 1) roots.push(await zoe!.post(id, `Root ${index}`));
  for (const root of roots.toReversed()) await ben!.reply(root, "Reply");
  const read: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await zoe!.client.call(chatRoutes.listThreads, {
      query: { cursor, limit: 2 },
    });
    read.push(...items.map(({ message }) => message.content));
    cursor = nextCursor ?? undefined;
  } while (cursor);
  expect(read).toEqual(roots.map(({ content }) => content));
});

test("replies are returned in pages, oldest first", async () => {
  const root = await ana!.post(channelId, "Root");
  for (let index = 0; index < 5; index += 1) await ben!.reply(root, `${index}`);
  const last = await ana!.replies(root.id, { limit: 2 });
  const before = await ana!.replies(root.id, { limit: 3, before: last.messages[0]!.seq });
  const read = [...before.messages, ...last.messages].map(({ content }) => content).join("");
  expect([read, last.hasMore, before.hasMore]).toEqual(["01234", true, false]);
});

test("an outsider cannot read or follow a thread, or reply to it", async () => {
  const root = await ana!.post(channelId, "Root");
  await ben!.reply(root, "Reply");
  const params = { messageId: root.id };
  for (const refused of [
    otis!.client.refused(chatRoutes.listReplies, { params, query: {} }),
    otis!.client.refused(chatRoutes.followThread, { params }),
    otis!.client.refused(chatRoutes.unfollowThread, { params }),
    otis!.client.refused(chatRoutes.markThreadRead, { params, body: { seq: 1 } }),
  ])
    expect(await codeOf(refused)).toBe("message_not_found");
  expect(await otis!.refusedPost(channelId, "Let me in", { parentId: root.id })).toBe("channel_not_found");
  expect(await otis!.threads()).toEqual([]);
  for (const status of [
    (await server.anyone.refused(chatRoutes.listReplies, { params, query: {} })).status,
    (await server.anyone.refused(chatRoutes.listThreads, { query: {} })).status,
    (await server.anyone.refused(chatRoutes.followThread, { params })).status,
    (await server.anyone.refused(chatRoutes.markThreadRead, { params, body: { seq: 1 } })).status,
  ])
    expect(status).toBe(401);
  expect(
    (await ana!.client.send("PUT", `/api/messages/${root.id}/read`, { body: { seq: 1.5 } })).status,
  ).toBe(400);
});

async function threadOf(who: Chatter, messageId: string) {
  return (await who.threads()).find(({ message }) => message.id === messageId);
}

async function isFollowing(who: Chatter, messageId: string) {
  return (await who.replies(messageId)).isFollowing;
}
