import { chatRoutes } from "@atoll/contract/chat/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { beforeEach, describe, expect, test } from "vitest";
import { type Chatter, createChatters } from "../../../../test/chatter.ts";
import { createChannel } from "../../../../test/factories.ts";
import { chattersForFile, sharedServer } from "../../../../test/for-file.ts";
import { everybodyNotified } from "../../../../test/settled.ts";

const server = sharedServer();
const [ana, ben, otis] = chattersForFile(server, ["Ana Reef", "İpek Kaya", "Otis"]);
let channelId: string;

beforeEach(async () => {
  ({ id: channelId } = await createChannel(server.db, { type: "PUBLIC", members: [ana!, ben!] }));
});

describe("naming a person", () => {
  test("mentions members whose name is in the text, and nobody else", async () => {
    const toAna = await server.connect(ana!);
    const call = (content: string, ids: string[]) => ben!.post(channelId, content, { mentionIds: ids });
    const named = await call("Ask @ana reef, please", [ana!.id]);
    expect(named.mentions).toEqual([{ id: ana!.id, name: "Ana Reef" }]);
    expect((await toAna.next("message.posted")).message).toEqual(named);
    expect((await ana!.page(channelId)).messages.at(-1)).toEqual(named);
    const inVain: [string, string[]][] = [
      ["The name is not in the text", [ana!.id]],
      ["mail@Ana Reef", [ana!.id]],
      ["@Ana Reefs is somebody else", [ana!.id]],
      ["Only code: `@Ana Reef`", [ana!.id]],
      ["@Otis is not a member", [otis!.id]],
      ["@Ana Reef, but not chosen", []],
    ];
    for (const [content, ids] of inVain) expect((await call(content, ids)).mentions).toEqual([]);
    expect(await contentsOf(ana!)).toEqual(["Ask @ana reef, please"]);
    expect(await contentsOf(otis!)).toEqual([]);
    expect(await ana!.head(channelId)).toMatchObject({ unread: 7, unreadMentions: 1 });
  });

  test("works with letters that are longer in lower case, before and after the name", async () => {
    const { mentions } = await ana!.post(channelId, "İİİ @İpek Kaya!", { mentionIds: [ben!.id] });
    expect(mentions.map(({ id }) => id)).toEqual([ben!.id]);
    expect((await ana!.post(channelId, "İ@İpek Kaya", { mentionIds: [ben!.id] })).mentions).toEqual([]);
  });

  test("does not count naming oneself", async () => {
    await ana!.post(channelId, "@Ana Reef wrote this, for @channel", { mentionIds: [ana!.id] });
    expect(await contentsOf(ana!)).not.toContain("@Ana Reef wrote this, for @channel");
    expect(await ana!.head(channelId)).toMatchObject({ unread: 0, unreadMentions: 0 });
  });
});

describe("calling everyone", () => {
  test.each([
    ["@channel, the gate is open", "channel"],
    ["@here and @channel", "channel"],
    ["me@channel.example", null],
    ["`@channel`", null],
    ["@channels", null],
  ])("%s: %s", async (content, expected) => {
    const message = await ben!.post(channelId, content);
    expect(message.mentionsAll).toBe(expected);
    expect((await ana!.head(channelId))?.unreadMentions).toBe(expected ? 1 : 0);
    expect((await contentsOf(ana!)).includes(content)).toBe(expected !== null);
  });

  test.each([
    "``@channel``",
    "` @channel\n`",
    "```\n@channel",
    "``` @channel ```",
    "~~~\n@channel\n~~~",
    "````\n```\n@channel\n```\n````",
    "`a \\` `@channel`",
  ])("ignores a call in code: %j", async (content) => {
    expect((await ben!.post(channelId, content)).mentionsAll).toBeNull();
  });

  test.each(["\\`@channel`", "`one\n\n@channel`", "``@channel`", "```a``` @channel"])(
    "takes a call outside of code: %j",
    async (content) => {
      expect((await ben!.post(channelId, content)).mentionsAll).toBe("channel");
    },
  );

  test("with @here reaches those who are online and not away when it is written, and nobody else later", async () => {
    // Nobody else in this file connects Otis, who would be online for a few seconds more.
    ({ id: channelId } = await createChannel(server.db, { type: "PUBLIC", members: [otis!, ben!] }));
    const calls = async () => {
      await everybodyNotified(server.db);
      const { items } = await otis!.client.call(notificationRoutes.listNotifications, { query: {} });
      return [
        (await otis!.head(channelId))?.unreadMentions,
        (await otis!.channel(channelId)).unreadMentions,
        (await contentsOf(otis!)).filter((text) => text.startsWith("Tea")).length,
        items.filter(({ excerpt }) => excerpt?.startsWith("Tea")).length,
      ];
    };
    await ben!.post(channelId, "Tea? @here");
    expect(await calls()).toEqual([0, 0, 0, 0]);
    const socket = await server.connect(otis!);
    await socket.command("presence.set", { isIdle: true });
    await ben!.post(channelId, "Tea now? @here");
    expect(await calls()).toEqual([0, 0, 0, 0]);
    await socket.command("presence.set", { isIdle: false, status: "away" });
    await ben!.post(channelId, "Tea at last? @here");
    expect(await calls()).toEqual([0, 0, 0, 0]);
    await socket.command("presence.set", { isIdle: false, status: "online" });
    const heard = await ben!.post(channelId, "Tea is ready, @here");
    expect(await calls()).toEqual([1, 1, 1, 1]);
    await ben!.edit(heard.id, "Tea is cold, @here");
    expect(await calls()).toEqual([1, 1, 1, 1]);
    await ben!.edit(heard.id, "Tea for one");
    expect(await calls()).toEqual([0, 0, 0, 0]);
    const named = await ben!.post(channelId, "Tea for @Otis", { mentionIds: [otis!.id] });
    expect(await calls()).toEqual([1, 1, 1, 1]);
    await ben!.edit(named.id, "Tea for nobody");
    expect(await calls()).toEqual([0, 0, 0, 0]);
    socket.close();
  });

  test("with @here says to each member whether it called them, and sends no edit to those who left", async () => {
    ({ id: channelId } = await createChannel(server.db, { type: "PUBLIC", members: [otis!, ana!, ben!] }));
    const [toOtis, toAna] = [await server.connect(otis!), await server.connect(ana!)];
    await toOtis.command("presence.set", { isIdle: false, status: "online" });
    await toAna.command("presence.set", { isIdle: false, status: "away" });
    const posted = await ben!.post(channelId, "Tea? @here");
    expect((await toOtis.next("message.posted")).message).toEqual({ ...posted, calledHere: true });
    expect((await toAna.next("message.posted")).message).toEqual({ ...posted, calledHere: false });
    const read = async (who: Chatter) => (await who.page(channelId)).messages.at(-1)?.calledHere;
    expect([await read(otis!), await read(ana!)]).toEqual([true, false]);
    await ana!.client.call(chatRoutes.addReaction, { params: { messageId: posted.id, emoji: "🍵" } });
    expect((await toOtis.next("message.changed")).message.calledHere).toBe(true);
    expect((await toAna.next("message.changed")).message.calledHere).toBe(false);
    await otis!.leave(channelId);
    await ben!.edit(posted.id, "Tea is ready, @here");
    expect((await toAna.next("message.edited")).message.calledHere).toBe(false);
    await toOtis.command("presence.watch", { userIds: [] });
    expect(toOtis.received.filter(({ name }) => name === "message.edited")).toEqual([]);
    await toAna.command("presence.set", { isIdle: false, status: "online" });
    for (const socket of [toOtis, toAna]) socket.close();
  });

  test("and a person by name in one message counts as one mention", async () => {
    await ben!.post(channelId, "@channel and @Ana Reef above all", { mentionIds: [ana!.id] });
    expect(await ana!.head(channelId)).toMatchObject({ unread: 1, unreadMentions: 1 });
    expect((await contentsOf(ana!)).filter((text) => text.startsWith("@channel and"))).toHaveLength(1);
  });
});

describe("unread mentions", () => {
  test("follow edits that add and remove mentions, deletions, and the mark in both directions", async () => {
    const state = async () => {
      const { unread, unreadMentions } = (await ana!.head(channelId))!;
      const channel = await ana!.channel(channelId);
      expect([channel.unread, channel.unreadMentions]).toEqual([unread, unreadMentions]);
      return [unread, unreadMentions];
    };
    const one = await ben!.post(channelId, "@Ana Reef, one", { mentionIds: [ana!.id] });
    const two = await ben!.post(channelId, "Two");
    expect(await state()).toEqual([2, 1]);
    await ben!.edit(two.id, "Two, @Ana Reef", [ana!.id]);
    expect(await state()).toEqual([2, 2]);
    await ben!.edit(one.id, "One for nobody");
    expect(await state()).toEqual([2, 1]);
    await ben!.edit(one.id, "One for @channel");
    expect(await state()).toEqual([2, 2]);
    await ben!.remove(two.id);
    expect(await state()).toEqual([1, 1]);
    await ana!.markRead(channelId, one.seq);
    expect(await state()).toEqual([0, 0]);
    // A mention added to a message that was already read is not unread.
    await ben!.edit(one.id, "One for @channel and @Ana Reef", [ana!.id]);
    expect(await state()).toEqual([0, 0]);
    await ana!.markUnread(channelId, one.seq);
    expect(await state()).toEqual([1, 1]);
  });

  test("mentioning other people is an edit, and the same ones with the same text is not", async () => {
    const one = await ben!.post(channelId, "@Ana Reef, look");
    const edited = await ben!.edit(one.id, one.content, [ana!.id]);
    expect(edited).toMatchObject({ edited: true, mentions: [{ id: ana!.id, name: "Ana Reef" }] });
    expect(await ben!.edit(one.id, one.content, [ana!.id])).toEqual(edited);
    expect((await ana!.head(channelId))?.unreadMentions).toBe(1);
  });

  test("start again at zero in a channel that the person has left and rejoined", async () => {
    await ben!.post(channelId, "@Ana Reef, before", { mentionIds: [ana!.id] });
    await ana!.leave(channelId);
    await ben!.post(channelId, "@channel, while away");
    expect(await contentsOf(ana!)).not.toContain("@Ana Reef, before");
    await ana!.join(channelId);
    expect(await ana!.head(channelId)).toMatchObject({ unread: 0, unreadMentions: 0 });
    expect((await contentsOf(ana!)).slice(0, 2)).toEqual(["@channel, while away", "@Ana Reef, before"]);
  });
});

describe("the list of mentions", () => {
  test("includes replies, newest first, in pages of which only the last ends the list", async () => {
    const [zoe] = await createChatters(server, ["Zoe"]);
    await zoe!.join(channelId);
    const { id: left } = await createChannel(server.db, { type: "PUBLIC", members: [zoe!, ben!] });
    const call = (channel: string, text: string) =>
      ben!.post(channel, `${text} @Zoe`, { mentionIds: [zoe!.id] });
    const root = await call(channelId, "1");
    await ben!.reply(root, "2 @Zoe", { mentionIds: [zoe!.id] });
    await ben!.post(channelId, "3 @channel");
    const gone = await call(channelId, "gone");
    await call(channelId, "4");
    // More than a page of messages that do not count are before the rest.
    for (let index = 0; index < 9; index += 1) await call(left, "left");
    await zoe!.leave(left);
    await ben!.remove(gone.id);
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await zoe!.client.call(chatRoutes.listMentions, {
        query: { cursor, limit: 2 },
      });
      read.push(...items.map(({ message }) => message.content[0]!));
      cursor = nextCursor ?? undefined;
      expect(items).toHaveLength(2);
    } while (cursor);
    expect(read).toEqual(["4", "3", "2", "1"]);
  });

  test("requires a session, and refuses invalid input", async () => {
    expect((await server.anyone.refused(chatRoutes.listMentions, { query: {} })).status).toBe(401);
    expect((await ana!.client.send("GET", "/api/mentions?limit=51")).status).toBe(400);
    const body = { id: ana!.id, content: "x", mentionIds: ["nobody"] };
    expect((await ana!.client.send("POST", `/api/channels/${channelId}/messages`, { body })).status).toBe(
      400,
    );
  });
});

async function contentsOf(who: Chatter) {
  return (await who.mentions()).map(({ message }) => message.content);
}
