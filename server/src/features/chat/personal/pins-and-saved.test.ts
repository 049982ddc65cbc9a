import { chatRoutes } from "@atoll/contract/chat/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeEach, describe, expect, test } from "vitest";
import { type Chatter, codeOf } from "../../../../test/chatter.ts";
import { createChannel } from "../../../../test/factories.ts";
import { chattersForFile, sharedServer } from "../../../../test/for-file.ts";
import { maxPins } from "../messages/pin-message.ts";

const server = sharedServer();
const [ana, ben, otis] = chattersForFile(server, ["Ana", "Ben", "Otis"]);
let channelId: string;

beforeEach(async () => {
  ({ id: channelId } = await createChannel(server.db, { type: "PUBLIC", members: [ana!, ben!] }));
});

describe("pins", () => {
  test("are the same for everyone, last pinned first, and are removed with the message", async () => {
    const [one, two] = [await ana!.post(channelId, "One"), await ana!.post(channelId, "Two")];
    const reply = await ben!.reply(one, "A reply can be pinned, too");
    const toBen = await server.connect(ben!);
    const pinned = await ana!.pin(one.id);
    expect(pinned.pinnedAt).not.toBeNull();
    expect(await toBen.next("message.changed")).toEqual({
      channelId,
      seq: pinned.changedSeq,
      message: pinned,
    });
    await ben!.pin(reply.id);
    await ben!.pin(two.id);
    expect((await ana!.pins(channelId)).map(({ id }) => id)).toEqual([two.id, reply.id, one.id]);
    await ana!.unpin(reply.id);
    await ana!.remove(two.id);
    expect(await ben!.pins(channelId)).toEqual([expect.objectContaining({ id: one.id })]);
  });

  test("pinning twice changes nothing and takes no number", async () => {
    const { id } = await ana!.post(channelId, "One");
    const pinned = await ana!.pin(id);
    expect(await ben!.pin(id)).toEqual(pinned);
    const unpinned = await ana!.unpin(id);
    expect(await ben!.unpin(id)).toEqual(unpinned);
    expect((await ana!.page(channelId)).head).toBe(unpinned.changedSeq);
  });

  test("have a limit, also for concurrent requests", async () => {
    const [one, two] = [await ana!.post(channelId, "One"), await ana!.post(channelId, "Two")];
    await sql`INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash, pinned_at)
      SELECT gen_random_uuid(), ${channelId}, 100 + n, 100 + n, ${ana!.id}, 'Pinned', '', now()
      FROM generate_series(1, ${maxPins - 1}) n`.execute(server.db);
    const pin = async (who: Chatter, messageId: string) =>
      (await who.client.send("PUT", `/api/messages/${messageId}/pin`)).status;
    const statuses = await Promise.all([pin(ana!, one.id), pin(ben!, two.id)]);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await ana!.pins(channelId)).toHaveLength(maxPins);
  });

  test("can be read and set by members only, for existing messages", async () => {
    const { id } = await ana!.post(channelId, "One");
    const params = { messageId: id };
    expect(await codeOf(otis!.client.refused(chatRoutes.pinMessage, { params }))).toBe("message_not_found");
    expect(await codeOf(otis!.client.refused(chatRoutes.unpinMessage, { params }))).toBe("message_not_found");
    expect(await codeOf(otis!.client.refused(chatRoutes.listPins, { params: { channelId } }))).toBe(
      "channel_not_found",
    );
    expect((await server.anyone.refused(chatRoutes.listPins, { params: { channelId } })).status).toBe(401);
    expect((await server.anyone.refused(chatRoutes.pinMessage, { params })).status).toBe(401);
    await ana!.remove(id);
    expect(await codeOf(ana!.client.refused(chatRoutes.pinMessage, { params }))).toBe("message_not_found");
    expect((await ana!.client.send("PUT", "/api/messages/last/pin")).status).toBe(400);
  });
});

describe("saved messages", () => {
  test("are personal, last saved first, and known on all devices", async () => {
    const [one, two] = [await ben!.post(channelId, "One"), await ben!.post(channelId, "Two")];
    const reply = await ben!.reply(one, "Reply");
    const [phone, toBen] = [await server.connect(ana!), await server.connect(ben!)];
    for (const { id } of [two, one, reply]) await save(ana!, id);
    expect(await phone.next("saved.changed")).toEqual({ messageId: two.id, isSaved: true });
    await save(ana!, one.id);
    expect((await ana!.saved()).map(({ message }) => message.id)).toEqual([reply.id, one.id, two.id]);
    expect((await ana!.saved())[0]?.channel).toMatchObject({ id: channelId, type: "PUBLIC" });
    await unsave(ana!, reply.id);
    await unsave(ana!, reply.id);
    await ben!.remove(one.id);
    expect((await ana!.saved()).map(({ message }) => message.id)).toEqual([two.id]);
    expect(await ben!.saved()).toEqual([]);
    expect(toBen.received.filter(({ name }) => name === "saved.changed")).toEqual([]);
    await unsave(ana!, two.id);
    const told = phone.received.filter(({ name }) => name === "saved.changed");
    expect(told).toHaveLength(5);
  });

  test("are returned in pages, also those saved within one millisecond", async () => {
    const posted = [];
    for (let index = 0; index < 7; index += 1) posted.push(await ben!.post(channelId, `${index}`));
    for (const { id } of posted) await save(ana!, id);
    await sql`UPDATE saved_messages SET saved_at = '2026-01-01' WHERE user_id = ${ana!.id}`.execute(
      server.db,
    );
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await ana!.client.call(chatRoutes.listSavedMessages, {
        query: { cursor, limit: 3 },
      });
      read.push(...items.map(({ message }) => message.id));
      cursor = nextCursor ?? undefined;
    } while (cursor);
    expect(read.toSorted()).toEqual(posted.map(({ id }) => id).toSorted());
    for (const { id } of posted) await unsave(ana!, id);
  });

  test("are listed per channel, to their owner alone", async () => {
    const { id: otherId } = await createChannel(server.db, { type: "PUBLIC", members: [ana!, ben!] });
    const [one, two] = [await ben!.post(channelId, "One"), await ben!.post(channelId, "Two")];
    const elsewhere = await ben!.post(otherId, "Elsewhere");
    for (const { id } of [one, two, elsewhere]) await save(ana!, id);
    expect(await savedIn(ana!, channelId)).toEqual([two.id, one.id]);
    expect(await savedIn(ana!, otherId)).toEqual([elsewhere.id]);
    expect(await savedIn(ben!, channelId)).toEqual([]);
    await unsave(ana!, two.id);
    await ben!.remove(one.id);
    await unsave(ana!, elsewhere.id);
    expect(await savedIn(ana!, channelId)).toEqual([]);
    const params = { channelId };
    expect(await codeOf(otis!.client.refused(chatRoutes.listSavedIn, { params }))).toBe("channel_not_found");
    expect((await server.anyone.refused(chatRoutes.listSavedIn, { params })).status).toBe(401);
    expect((await ana!.client.send("GET", "/api/channels/last/saved-messages")).status).toBe(400);
  });

  test("are hidden while the person is not in the channel, and shown again when they rejoin", async () => {
    const { id } = await ben!.post(channelId, "Here");
    await save(ana!, id);
    await ana!.leave(channelId);
    expect(await ana!.saved()).toEqual([]);
    expect(await codeOf(ana!.client.refused(chatRoutes.unsaveMessage, { params: { messageId: id } }))).toBe(
      "message_not_found",
    );
    await ana!.join(channelId);
    expect((await ana!.saved()).map(({ message }) => message.id)).toEqual([id]);
    await unsave(ana!, id);
  });

  test("require a readable message and a session", async () => {
    const { id } = await ben!.post(channelId, "Here");
    for (const messageId of [id, uuidv7()]) {
      expect(await codeOf(otis!.client.refused(chatRoutes.saveMessage, { params: { messageId } }))).toBe(
        "message_not_found",
      );
    }
    expect((await server.anyone.refused(chatRoutes.saveMessage, { params: { messageId: id } })).status).toBe(
      401,
    );
    expect((await server.anyone.refused(chatRoutes.listSavedMessages, { query: {} })).status).toBe(401);
    expect((await ana!.client.send("GET", "/api/saved-messages?cursor=yesterday")).status).toBe(400);
    await ben!.remove(id);
    expect(await codeOf(ana!.client.refused(chatRoutes.saveMessage, { params: { messageId: id } }))).toBe(
      "message_not_found",
    );
  });
});

async function savedIn(who: Chatter, id: string): Promise<string[]> {
  const { messageIds } = await who.client.call(chatRoutes.listSavedIn, { params: { channelId: id } });
  return messageIds;
}

function save(who: Chatter, messageId: string) {
  return who.client.call(chatRoutes.saveMessage, { params: { messageId } });
}

function unsave(who: Chatter, messageId: string) {
  return who.client.call(chatRoutes.unsaveMessage, { params: { messageId } });
}
