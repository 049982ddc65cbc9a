import { chatRoutes } from "@atoll/contract/chat/routes";
import { messageMaxLength } from "@atoll/contract/chat/schemas";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { createChannel, createPerson } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";

const server = sharedServer();
let ana: SignedIn;
let ben: SignedIn;
let outsider: SignedIn;
let channelId: string;

beforeAll(async () => {
  const people = [
    await createPerson(server.db, { name: "Ana" }),
    await createPerson(server.db, { name: "Ben" }),
  ];
  ({ id: channelId } = await createChannel(server.db, { members: people }));
  [ana, ben] = [await server.signIn(people[0]!), await server.signIn(people[1]!)];
  outsider = await server.signIn(await createPerson(server.db, { name: "Otis" }));
});

describe("posting", () => {
  test("returns the message and sends it to every member, and to nobody else", async () => {
    const [toAna, toBen, toOutsider] = [
      await server.connect(ana),
      await server.connect(ben),
      await server.connect(outsider),
    ];
    const { message } = await post(ana, "Good morning");
    expect(message).toMatchObject({
      channelId,
      content: "Good morning",
      edited: false,
      author: { id: ana.user.id, name: "Ana" },
    });
    for (const socket of [toAna, toBen]) {
      expect(await socket.next("message.posted")).toEqual({ channelId, seq: message.seq, message });
    }
    await post(ben, "A second, so that the first would have arrived");
    await toBen.next("message.posted");
    expect(toOutsider.received).toEqual([]);
    expect((await page(ben)).messages).toContainEqual(message);
  });

  test("gives a repeated request the same response, and refuses the ID with another text", async () => {
    const id = uuidv7();
    const first = await post(ana, "Once", id);
    const again = await post(ana, "Once", id);
    expect(again).toEqual(first);
    const other = await ana.client.refused(chatRoutes.postMessage, {
      params: { channelId },
      body: { id, content: "Twice" },
    });
    expect([other.status, other.body.error.code]).toEqual([409, "message_id_taken"]);
    const stranger = await ben.client.refused(chatRoutes.postMessage, {
      params: { channelId },
      body: { id, content: "Once" },
    });
    expect(stranger.status).toBe(409);
    expect((await page(ana)).messages.filter((message) => message.id === id)).toHaveLength(1);
  });

  test("recognises a repeated request after an edit, and refuses it after a deletion", async () => {
    const id = uuidv7();
    await post(ana, "First words", id);
    await ana.client.call(chatRoutes.editMessage, {
      params: { messageId: id },
      body: { content: "Better words" },
    });
    expect((await post(ana, "First words", id)).message).toMatchObject({
      id,
      content: "Better words",
      edited: true,
    });
    await ana.client.call(chatRoutes.deleteMessage, { params: { messageId: id } });
    const late = await ana.client.refused(chatRoutes.postMessage, {
      params: { channelId },
      body: { id, content: "First words" },
    });
    expect(late.body.error.code).toBe("message_not_found");
  });

  test("numbers concurrent and repeated messages without gaps", async () => {
    const before = (await page(ana)).head;
    const ids = Array.from({ length: 20 }, () => uuidv7());
    await Promise.all(
      [...ids, ...ids.slice(0, 10)].map((id, index) => post(index % 2 ? ana : ana, `At once ${id}`, id)),
    );
    const after = await page(ana, { limit: 100 });
    const posted = after.messages.filter((message) => ids.includes(message.id));
    expect(posted.map((message) => message.seq)).toEqual(ids.map((_id, index) => before + index + 1));
    expect(after.head).toBe(before + 20);
  });

  test.each([
    ["empty", "", 400],
    ["only white space", " \n\t ", 400],
    ["too long", "x".repeat(messageMaxLength + 1), 400],
    ["a character that cannot be stored", "a\u0000b", 400],
  ])("%s is refused and leaves nothing", async (_name, content, status) => {
    const before = (await page(ana)).head;
    const answer = await ana.client.refused(chatRoutes.postMessage, {
      params: { channelId },
      body: { id: uuidv7(), content },
    });
    expect(answer.status).toBe(status);
    expect(answer.body.error.fields?.[0]?.path).toBe("content");
    expect((await page(ana)).head).toBe(before);
  });

  test("stores the longest message, emoji and right-to-left text unchanged", async () => {
    for (const content of [
      "x".repeat(messageMaxLength),
      // The most bytes that a message can have.
      "語".repeat(messageMaxLength),
      "👩‍👩‍👧‍👦 \u202Eabc\u202C",
      "שלום",
      "line one\n\nline three",
    ]) {
      expect((await post(ana, content)).message.content).toBe(content);
    }
  });

  test("replaces half an emoji by the replacement character, the same for everybody", async () => {
    const toBen = await server.connect(ben);
    const { message } = await post(ana, "cut \ud83d here");
    expect(message.content).toBe("cut \ufffd here");
    expect((await toBen.next("message.posted")).message).toEqual(message);
    expect((await page(ben)).messages.at(-1)).toEqual(message);
  });

  test("refuses an invalid ID, an unknown channel and a channel of others alike", async () => {
    const body = { id: uuidv7(), content: "Let me in" };
    expect((await ana.client.send("POST", "/api/channels/not-an-id/messages", { body })).status).toBe(400);
    expect(
      (await ana.client.send("POST", `/api/channels/${channelId}/messages`, { body: { ...body, id: 7 } }))
        .status,
    ).toBe(400);
    const unknown = await outsider.client.refused(chatRoutes.postMessage, {
      params: { channelId: uuidv7() },
      body,
    });
    const foreign = await outsider.client.refused(chatRoutes.postMessage, { params: { channelId }, body });
    expect(unknown.status).toBe(404);
    expect({ ...unknown.body.error, requestId: "" }).toEqual({ ...foreign.body.error, requestId: "" });
    expect(
      (await server.anyone.refused(chatRoutes.postMessage, { params: { channelId }, body })).status,
    ).toBe(401);
  });

  test("is refused without team chat", async () => {
    await server.db
      .insertInto("roles")
      .values({ name: "guest", department_id: null })
      .onConflict((c) => c.doNothing())
      .execute();
    const guest = await server.signIn(await createPerson(server.db, { roles: ["guest"] }));
    const answer = await guest.client.refused(chatRoutes.listChannels, { query: {} });
    expect([answer.status, answer.body.error.code]).toEqual([403, "forbidden"]);
  });
});

describe("editing and deleting", () => {
  test("an edit by the author reaches everyone, keeps its place and is marked", async () => {
    const { message } = await post(ana, "Meeting at tne");
    const toBen = await server.connect(ben);
    const edited = await ana.client.call(chatRoutes.editMessage, {
      params: { messageId: message.id },
      body: { content: "Meeting at ten" },
    });
    expect(edited.message).toMatchObject({ seq: message.seq, edited: true, content: "Meeting at ten" });
    expect(edited.message.changedSeq).toBeGreaterThan(message.seq);
    expect(await toBen.next("message.edited")).toEqual({
      channelId,
      seq: edited.message.changedSeq,
      message: edited.message,
    });
  });

  test("an edit to the same text takes no number", async () => {
    const { message } = await post(ana, "As it is");
    const { message: same } = await ana.client.call(chatRoutes.editMessage, {
      params: { messageId: message.id },
      body: { content: "As it is" },
    });
    expect(same).toEqual(message);
  });

  test("deleting removes the text from the database, is broadcast once, and is idempotent", async () => {
    const { message } = await post(ana, "A secret slipped in");
    const toBen = await server.connect(ben);
    const first = await ana.client.call(chatRoutes.deleteMessage, { params: { messageId: message.id } });
    const again = await ana.client.call(chatRoutes.deleteMessage, { params: { messageId: message.id } });
    expect(again).toEqual(first);
    expect(await toBen.next("message.deleted")).toEqual({
      channelId,
      seq: first.message.changedSeq,
      message: first.message,
    });
    const row = await server.db
      .selectFrom("messages")
      .selectAll()
      .where("id", "=", message.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain("secret");
    // The hash is removed too, because it would reveal a short text.
    expect(row.sent_hash).toHaveLength(0);
    const head = (await page(ana)).head;
    expect(head).toBe(first.message.changedSeq);
  });

  test("a deleted message cannot be edited", async () => {
    const { message } = await post(ana, "Gone soon");
    await ana.client.call(chatRoutes.deleteMessage, { params: { messageId: message.id } });
    const answer = await ana.client.refused(chatRoutes.editMessage, {
      params: { messageId: message.id },
      body: { content: "Back" },
    });
    expect(answer.body.error.code).toBe("message_not_found");
  });

  test("another member may not change a message, and an outsider gets not found", async () => {
    const { message } = await post(ana, "Mine");
    const params = { messageId: message.id };
    const body = { content: "Yours" };
    expect((await ben.client.refused(chatRoutes.editMessage, { params, body })).status).toBe(403);
    expect((await ben.client.refused(chatRoutes.deleteMessage, { params })).status).toBe(403);
    expect((await outsider.client.refused(chatRoutes.editMessage, { params, body })).status).toBe(404);
    expect((await outsider.client.refused(chatRoutes.deleteMessage, { params })).status).toBe(404);
    expect((await server.anyone.refused(chatRoutes.deleteMessage, { params })).status).toBe(401);
    expect((await page(ben)).messages).toContainEqual(message);
  });

  test("a concurrent edit and deletion end in one consistent state", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { message } = await post(ana, `Contested ${round}`);
      const params = { messageId: message.id };
      await Promise.allSettled([
        ana.client.call(chatRoutes.editMessage, { params, body: { content: "Edited" } }),
        ana.client.call(chatRoutes.deleteMessage, { params }),
      ]);
      expect((await page(ana)).messages.some(({ id }) => id === message.id)).toBe(false);
    }
  });
});

describe("history", () => {
  test("is returned in pages without gaps or duplicates, oldest first", async () => {
    const { id } = await createChannel(server.db, { members: [{ id: ana.user.id }] });
    for (let number = 1; number <= 12; number += 1) {
      await ana.client.call(chatRoutes.postMessage, {
        params: { channelId: id },
        body: { id: uuidv7(), content: `${number}` },
      });
    }
    const read: string[] = [];
    let before: number | undefined;
    for (;;) {
      const answer = await ana.client.call(chatRoutes.listMessages, {
        params: { channelId: id },
        query: { before, limit: 5 },
      });
      read.unshift(...answer.messages.map((message) => message.content));
      before = answer.messages[0]?.seq;
      if (!answer.hasMore) break;
    }
    expect(read).toEqual(Array.from({ length: 12 }, (_, index) => `${index + 1}`));
  });

  test("changes since a number are the current messages, with tombstones", async () => {
    const start = (await page(ana)).head;
    const { message: kept } = await post(ana, "Kept");
    const { message: gone } = await post(ana, "Gone");
    await ana.client.call(chatRoutes.deleteMessage, { params: { messageId: gone.id } });
    const { message: edited } = await ana.client.call(chatRoutes.editMessage, {
      params: { messageId: kept.id },
      body: { content: "Kept and polished" },
    });
    const answer = await ben.client.call(chatRoutes.listChanges, {
      params: { channelId },
      query: { since: start },
    });
    expect(answer.hasMore).toBe(false);
    expect(answer.head).toBe(edited.changedSeq);
    expect(answer.changes.map((change) => [change.id, change.deleted])).toEqual([
      [gone.id, true],
      [kept.id, false],
    ]);
    const first = await ben.client.call(chatRoutes.listChanges, {
      params: { channelId },
      query: { since: start, limit: 1 },
    });
    expect([first.changes.length, first.hasMore]).toEqual([1, true]);
  });

  test("a page around a number, and the pages next to it, say whether there are more", async () => {
    const { id } = await createChannel(server.db, { members: [{ id: ana.user.id }] });
    for (let number = 1; number <= 9; number += 1) {
      await ana.client.call(chatRoutes.postMessage, {
        params: { channelId: id },
        body: { id: uuidv7(), content: `${number}` },
      });
    }
    const read = async (query: { around?: number; after?: number; before?: number; limit: number }) => {
      const answer = await ana.client.call(chatRoutes.listMessages, { params: { channelId: id }, query });
      return [
        answer.messages.map(({ content }) => content).join(""),
        answer.hasMore,
        answer.hasNewer,
        answer.head,
      ];
    };
    expect(await read({ around: 5, limit: 4 })).toEqual(["3456", true, true, 9]);
    expect(await read({ around: 1, limit: 4 })).toEqual(["12", false, true, 9]);
    expect(await read({ around: 9, limit: 4 })).toEqual(["789", true, false, 9]);
    expect(await read({ around: 999, limit: 4 })).toEqual(["89", true, false, 9]);
    expect(await read({ after: 6, limit: 2 })).toEqual(["78", true, true, 9]);
    expect(await read({ after: 7, limit: 2 })).toEqual(["89", true, false, 9]);
    expect(await read({ after: 0, limit: 2 })).toEqual(["12", false, true, 9]);
    expect(await read({ after: 9, limit: 2 })).toEqual(["", true, false, 9]);
  });

  test("returns a single message with its channel, for links", async () => {
    const { message } = await post(ana, "Look here");
    const params = { messageId: message.id };
    expect(await ben.client.call(chatRoutes.getMessage, { params })).toEqual({
      message,
      channel: { id: channelId, name: expect.any(String), type: "PRIVATE" },
    });
    expect((await outsider.client.refused(chatRoutes.getMessage, { params })).status).toBe(404);
    expect((await server.anyone.refused(chatRoutes.getMessage, { params })).status).toBe(401);
    await ana.client.call(chatRoutes.deleteMessage, { params });
    expect((await ben.client.refused(chatRoutes.getMessage, { params })).status).toBe(404);
  });

  test.each(["before=1e300", "before=x", "limit=0", "limit=101", "limit=1.5"])(
    "a query with %s is refused",
    async (query) => {
      const answer = await ana.client.send("GET", `/api/channels/${channelId}/messages?${query}`);
      expect(answer.status).toBe(400);
    },
  );

  test("an outsider can read neither history nor changes nor members", async () => {
    const history = ["messages", "messages?around=1", "messages?before=9", "messages?after=0"];
    for (const path of [...history, "changes?since=0", "members", ""]) {
      const answer = await outsider.client.send(
        "GET",
        `/api/channels/${channelId}/${path}`.replace(/\/$/, ""),
      );
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});

function post(from: SignedIn, content: string, id: string = uuidv7()) {
  return from.client.call(chatRoutes.postMessage, { params: { channelId }, body: { id, content } });
}

function page(reader: SignedIn, query: { limit?: number } = {}) {
  return reader.client.call(chatRoutes.listMessages, { params: { channelId }, query });
}
