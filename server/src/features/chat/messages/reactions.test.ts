import { chatRoutes } from "@atoll/contract/chat/routes";
import { maxListedReactors, maxReactionKinds } from "@atoll/contract/chat/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { codeOf } from "../../../../test/chatter.ts";
import { createChannel, createPeople } from "../../../../test/factories.ts";
import { chattersForFile, sharedServer } from "../../../../test/for-file.ts";

const server = sharedServer();
const [ana, ben, otis] = chattersForFile(server, ["Ana", "Ben", "Otis"]);
let channelId: string;

beforeAll(async () => {
  ({ id: channelId } = await createChannel(server.db, { members: [ana!, ben!] }));
});

describe("reacting", () => {
  test("sends everyone the whole message, with emoji in the order of their first use", async () => {
    const { id } = await ana!.post(channelId, "It works");
    const toAna = await server.connect(ana!);
    const first = await ben!.react(id, "👍");
    expect(await toAna.next("message.changed")).toEqual({ channelId, seq: first.changedSeq, message: first });
    await ben!.react(id, "🎉");
    const last = await ana!.react(id, "👍");
    expect(last.reactions).toEqual([
      { emoji: "👍", count: 2, userIds: [ben!.id, ana!.id] },
      { emoji: "🎉", count: 1, userIds: [ben!.id] },
    ]);
    expect((await ben!.page(channelId)).messages.at(-1)).toEqual(last);
    const back = await ben!.unreact(id, "👍");
    expect(back.reactions.map(({ emoji, userIds }) => [emoji, userIds])).toEqual([
      ["👍", [ana!.id]],
      ["🎉", [ben!.id]],
    ]);
    expect((await ana!.unreact(id, "👍")).reactions.map(({ emoji }) => emoji)).toEqual(["🎉"]);
  });

  test("lists everyone who reacted, once, for readers of the message", async () => {
    const { id } = await ana!.post(channelId, "Who likes it?");
    const params = { messageId: id };
    const reactors = async () => {
      const { people } = await ben!.client.call(chatRoutes.listReactors, { params });
      return people.map((person) => person.name).toSorted();
    };
    expect(await reactors()).toEqual([]);
    for (const emoji of ["👍", "🎉"]) await ana!.react(id, emoji);
    await ben!.react(id, "👍");
    expect(await reactors()).toEqual(["Ana", "Ben"]);
    await ben!.unreact(id, "👍");
    expect(await reactors()).toEqual(["Ana"]);
    expect(await codeOf(otis!.client.refused(chatRoutes.listReactors, { params }))).toBe("message_not_found");
    expect((await server.anyone.refused(chatRoutes.listReactors, { params })).status).toBe(401);
    expect((await ana!.client.send("GET", "/api/messages/last/reactors")).status).toBe(400);
  });

  test("twice, or removing a missing reaction, changes nothing and takes no number", async () => {
    const { id } = await ana!.post(channelId, "Once");
    const reacted = await ben!.react(id, "👀");
    expect(await ben!.react(id, "👀")).toEqual(reacted);
    expect(await ana!.unreact(id, "👀")).toEqual(reacted);
    expect((await ana!.page(channelId)).head).toBe(reacted.changedSeq);
  });

  test("concurrently counts everyone once", async () => {
    const { id } = await ana!.post(channelId, "All at once");
    const emoji = ["👍", "🎉", "👀"];
    await Promise.all([ana!, ben!, ana!, ben!].flatMap((who) => emoji.map((one) => who.react(id, one))));
    const { message } = await ana!.client.call(chatRoutes.getMessage, { params: { messageId: id } });
    expect(message.reactions.map(({ count }) => count)).toEqual([2, 2, 2]);
  });

  test("does not make a message unread or edited", async () => {
    const message = await ana!.post(channelId, "Quiet");
    await ben!.markRead(channelId, message.seq);
    const reacted = await ana!.react(message.id, "🎉");
    expect([reacted.edited, reacted.updatedAt]).toEqual([false, message.updatedAt]);
    expect(await ben!.head(channelId)).toMatchObject({ unread: 0, head: reacted.changedSeq });
  });
});

describe("limits", () => {
  test("a message may have a limited number of emoji, and any number of reactions with these", async () => {
    const { id } = await ana!.post(channelId, "Popular");
    const kinds = Array.from({ length: maxReactionKinds + 1 }, (_, index) =>
      String.fromCodePoint(0x1f600 + index),
    );
    for (const emoji of kinds.slice(0, maxReactionKinds)) await ana!.react(id, emoji);
    const params = { messageId: id, emoji: kinds.at(-1)! };
    expect(await codeOf(ben!.client.refused(chatRoutes.addReaction, { params }))).toBe("too_many_reactions");
    expect((await ben!.react(id, kinds[0]!)).reactions[0]?.count).toBe(2);
    await ana!.unreact(id, kinds[1]!);
    expect((await ben!.react(id, kinds.at(-1)!)).reactions).toHaveLength(maxReactionKinds);
  });

  fullTest("ten thousand people under one emoji are counted, and the first of them named", async () => {
    const { id } = await ana!.post(channelId, "A holiday for everybody");
    const people = await createPeople(server.db, 10_000);
    const ids = people.map((person) => person.id);
    await sql`INSERT INTO message_reactions (message_id, emoji, user_id, created_at)
      SELECT ${id}, '🎉', user_id, now() + n * interval '1 microsecond'
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS p (user_id, n)`.execute(server.db);
    const reactions = [{ emoji: "🎉", count: ids.length, userIds: ids.slice(0, maxListedReactors) }];
    await sql`UPDATE messages SET reactions = ${JSON.stringify(reactions)} WHERE id = ${id}`.execute(
      server.db,
    );

    const more = await ana!.react(id, "🎉");
    expect(more.reactions[0]).toMatchObject({ count: 10_001, userIds: ids.slice(0, maxListedReactors) });
    // One of the named people removes their reaction: the next one is named.
    await sql`DELETE FROM message_reactions WHERE message_id = ${id} AND user_id = ${ids[0]}`.execute(
      server.db,
    );
    await sql`INSERT INTO message_reactions (message_id, emoji, user_id, created_at)
      VALUES (${id}, '🎉', ${ben!.id}, '2020-01-01')`.execute(server.db);
    const named = [ben!.id, ...ids.slice(1, maxListedReactors)];
    await sql`UPDATE messages SET reactions = jsonb_set(reactions, '{0,userIds}', ${JSON.stringify(named)}::jsonb)
      WHERE id = ${id}`.execute(server.db);
    const less = await ben!.unreact(id, "🎉");
    expect(less.reactions[0]).toMatchObject({ count: 10_000, userIds: ids.slice(1, maxListedReactors + 1) });
    // Somebody else removes their reaction: the names stay.
    expect((await ana!.unreact(id, "🎉")).reactions[0]).toMatchObject({
      count: 9_999,
      userIds: ids.slice(1, maxListedReactors + 1),
    });
  });
});

describe("refused", () => {
  test.each(["", "12", "<b>", "thumbsup", "👍<", "👍".repeat(33), "a\u0000"])(
    "%j is not an emoji",
    async (emoji) => {
      const { id } = await ana!.post(channelId, "Text");
      const address = `/api/messages/${id}/reactions/${encodeURIComponent(emoji)}`;
      const answer = await ben!.client.send("PUT", address);
      expect([400, 404]).toContain(answer.status);
      expect((await ben!.page(channelId)).messages.at(-1)?.reactions).toEqual([]);
    },
  );

  test.each(["👍🏽", "❤️", "🇵🇹", "1️⃣", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"])("%s is one", async (emoji) => {
    const { id } = await ana!.post(channelId, "Text");
    expect((await ben!.react(id, emoji)).reactions).toEqual([{ emoji, count: 1, userIds: [ben!.id] }]);
  });

  test("for a deleted, missing or unreadable message, and without a session", async () => {
    const { id } = await ana!.post(channelId, "Going");
    const params = { messageId: id, emoji: "👍" };
    expect(await codeOf(otis!.client.refused(chatRoutes.addReaction, { params }))).toBe("message_not_found");
    expect(await codeOf(otis!.client.refused(chatRoutes.removeReaction, { params }))).toBe(
      "message_not_found",
    );
    expect((await server.anyone.refused(chatRoutes.addReaction, { params })).status).toBe(401);
    await ben!.react(id, "👍");
    await ana!.remove(id);
    for (const messageId of [id, uuidv7()]) {
      const gone = { params: { messageId, emoji: "👍" } };
      expect(await codeOf(ben!.client.refused(chatRoutes.addReaction, gone))).toBe("message_not_found");
      expect(await codeOf(ben!.client.refused(chatRoutes.removeReaction, gone))).toBe("message_not_found");
    }
    const { rows } = await sql`SELECT 1 FROM message_reactions WHERE message_id = ${id}`.execute(server.db);
    expect(rows).toEqual([]);
  });
});
