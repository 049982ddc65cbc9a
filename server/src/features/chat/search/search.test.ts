import { chatRoutes } from "@atoll/contract/chat/routes";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { drawn } from "../../../../test/drawn.ts";
import { createChannel, createPerson, createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";
import { fold } from "../../../platform/search/fold.ts";
import { createWordMarker } from "../../../platform/search/mark-words.ts";

const server = sharedServer();
let ana: SignedIn;
let ben: SignedIn;
/** A channel of Ana and Ben. */
let shared: { id: string; name: string };
/** A channel of Ben alone. */
let secret: { id: string; name: string };

beforeAll(async () => {
  ana = await server.signIn(await createPerson(server.db, { name: "Ana Reef" }));
  ben = await server.signIn(await createPerson(server.db, { name: "Benoît Sand" }));
  shared = await createChannel(server.db, { name: "support-desk", members: [ana.user, ben.user] });
  secret = await createChannel(server.db, { name: "board", members: [ben.user] });
});

type Extra = { channelId?: string; cursor?: string; limit?: number; timeZone?: string };
const search = (query: string, extra: Extra = {}, who = ana) =>
  who.client.call(chatRoutes.searchMessages, { query: { query, ...extra } });
const found = async (query: string, extra: Extra = {}, who = ana) =>
  (await search(query, extra, who)).items.map(({ message }) => message.content);

async function post(who: SignedIn, channelId: string, content: string, more: { parentId?: string } = {}) {
  const body = { id: uuidv7(), content, ...more };
  const { message } = await who.client.call(chatRoutes.postMessage, { params: { channelId }, body });
  return message;
}

describe("hits", () => {
  test.each([
    ["any case", "The GATEHOUSE is open", "gatehouse"],
    ["a part at the beginning, in the middle, at the end of a word", "Redeployment", "eploym"],
    ["accents, on either side", "Un café près du môle", "cafe"],
    ["accents that were typed", "a naive plan", "naïve"],
    ["other letters of the same kind", "Straße zum Øresund", "strasse oresund"],
    ["letters that were typed in two parts", "cre\u0300me bru\u0302le\u0301e", "crème brûlée"],
    ["Greek with its two small sigmas", "Ο ΔΡΌΜΟΣ", "δρομος"],
    ["Cyrillic", "Ещё один Причал", "причал"],
    ["Chinese without spaces", "明天下午在会议室开会", "会议室"],
    ["one Chinese character", "请看黑板", "板"],
    ["Japanese", "来週の東京出張の件です", "東京出張"],
    ["half-width kana", "ﾌｪﾘｰの時刻表", "フェリー"],
    ["Thai", "พรุ่งนี้ประชุมบ่ายสอง", "ประชุม"],
    ["Korean with what hangs on a word", "내일 회의에서 봅시다", "회의"],
    ["emoji", "Launched 🚀🚀", "🚀"],
    ["signs", "Written in C++ -> see main.cc", "c++"],
    ["signs alone", "left => right", "=>"],
    ["what stands for anything elsewhere", "Down by 50%_off\\today", "50%_off\\to"],
    ["quotes", "it's O'Neill's", "o'neill"],
    ["a phrase over two lines", "the harbour\n  master", '"harbour master"'],
    ["several words in any order", "tide table for winter", "winter tide"],
    ["a very long word", `x${"abcdefghij".repeat(20)}y`, "jabcdefghijabc"],
    ["an address", "see https://quay.example.test/berth?n=12", "quay.example.test/berth?n"],
  ])("%s", async (_what, content, query) => {
    const message = await post(ben, shared.id, content);
    const { items, corrected } = await search(query);
    expect(items.map((hit) => hit.message.id)).toContain(message.id);
    expect(corrected).toBeNull();
  });

  test("finds a phrase as written, and excludes words", async () => {
    await post(ben, shared.id, "lantern oil is low");
    await post(ben, shared.id, "oil for the lantern");
    expect(await found('"lantern oil"')).toEqual(["lantern oil is low"]);
    expect(await found("lantern -low")).toEqual(["oil for the lantern"]);
    expect(await found('lantern -"for the"')).toEqual(["lantern oil is low"]);
  });

  test("is returned with its channel and the words to highlight, newest first", async () => {
    const first = await post(ben, shared.id, "Pelícano one");
    const second = await post(ana, shared.id, "PELICANO two and pelícanos three");
    const { items: hits } = await search("pelicano");
    expect(hits.map(({ message }) => message.id)).toEqual([second.id, first.id]);
    expect(hits[0]).toMatchObject({
      channel: { id: shared.id, name: "support-desk", type: "PRIVATE" },
      words: ["pelicano", "pelícano"],
    });
  });

  test("includes replies in threads", async () => {
    const parent = await post(ben, shared.id, "Which rope?");
    const reply = await post(ana, shared.id, "The hawser", { parentId: parent.id });
    expect((await search("hawser")).items[0]?.message).toMatchObject({ id: reply.id, parentId: parent.id });
  });

  test("is up to date: an edited message by its new text, a deleted one not at all", async () => {
    const message = await post(ana, shared.id, "Mooring at berth seven");
    const params = { messageId: message.id };
    await ana.client.call(chatRoutes.editMessage, { params, body: { content: "Mooring at pontoon nine" } });
    expect(await found("berth seven")).toEqual([]);
    expect(await found("pontoon nine")).toEqual(["Mooring at pontoon nine"]);
    await ana.client.call(chatRoutes.deleteMessage, { params });
    expect(await found("pontoon nine")).toEqual([]);
    const { rows } = await sql`SELECT FROM message_search WHERE message_id = ${message.id}`.execute(
      server.db,
    );
    expect(rows).toEqual([]);
  });

  test("is returned in pages, each message once, also those written at the same moment", async () => {
    for (let count = 0; count < 7; count += 1) await post(ben, shared.id, `buoy ${count}`);
    await sql`UPDATE message_search SET created_at = date_trunc('minute', created_at)
      WHERE folded LIKE 'buoy %'`.execute(server.db);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search("buoy", { limit: 3, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map(({ message }) => message.content));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  });
});

describe("only what the searcher may read", () => {
  test("finds nothing in other channels, and nothing in a channel after leaving it", async () => {
    await post(ben, secret.id, "The merger with Kestrelwing");
    expect(await found("kestrelwing", {}, ben)).toEqual(["The merger with Kestrelwing"]);
    expect(await found("kestrelwing")).toEqual([]);
    expect(await found("kestrelw")).toEqual([]);

    const left = await createChannel(server.db, { members: [ana.user, ben.user] });
    await post(ben, left.id, "Gannetry minutes");
    expect(await found("gannetry")).toHaveLength(1);
    await ana.client.call(chatRoutes.leaveChannel, { params: { channelId: left.id } });
    expect(await found("gannetry")).toEqual([]);
  });

  test("no word of others is offered as a correction", async () => {
    await post(ben, secret.id, "codename Skuaskerry");
    expect(await search("skuaskery")).toEqual({ items: [], nextCursor: null, corrected: null });
    expect((await search("skuaskery", {}, ben)).corrected).toBe("skuaskerry");
  });

  test("refuses a search without team chat or a session, or in a channel of others", async () => {
    const role = await createRole(server.db, { name: "visitor" });
    const visitor = await server.signIn(await createPerson(server.db, { roles: [role.name] }));
    const call = { query: { query: "x" } };
    expect((await visitor.client.refused(chatRoutes.searchMessages, call)).body.error.code).toBe("forbidden");
    expect((await server.anyone.refused(chatRoutes.searchMessages, call)).status).toBe(401);
    const elsewhere = { query: { query: "merger", channelId: secret.id } };
    expect((await ana.client.refused(chatRoutes.searchMessages, elsewhere)).body.error.code).toBe(
      "channel_not_found",
    );
  });
});

describe("operators", () => {
  test("from: matches whole names, prefixes of words, and 'me'", async () => {
    await post(ana, shared.id, "compass A");
    await post(ben, shared.id, "compass B");
    expect(await found("compass from:me")).toEqual(["compass A"]);
    for (const name of ['"benoit sand"', "benoit", "@Sand", "BEN"]) {
      expect(await found(`compass from:${name}`)).toEqual(["compass B"]);
    }
    expect(await found("compass from:me from:ben")).toEqual(["compass B", "compass A"]);
    expect(await found("compass from:nobody")).toEqual([]);
    // The whole name of one person is the beginning of another's.
    const other = await server.signIn(await createPerson(server.db, { name: "Ana Reefer" }));
    const channel = await createChannel(server.db, { members: [ana.user, other.user] });
    await post(other, channel.id, "compass C");
    expect(await found('compass from:"Ana Reef"')).toEqual(["compass A"]);
    expect(await found("compass from:ana")).toEqual(["compass C", "compass A"]);
  });

  test("in: matches channel names, people of a direct chat, and IDs", async () => {
    const { channel } = await ana.client.call(chatRoutes.openDirectChannel, {
      params: { personId: ben.user.id },
    });
    await post(ana, shared.id, "anchor in the channel");
    await post(ana, channel.id, "anchor between us");
    expect(await found("anchor in:#support-desk")).toEqual(["anchor in the channel"]);
    expect(await found("anchor in:desk")).toEqual(["anchor in the channel"]);
    expect(await found('anchor in:"Benoit Sand"')).toEqual(["anchor between us"]);
    expect(await found("anchor", { channelId: channel.id })).toEqual(["anchor between us"]);
    expect(await found("in:@benoit")).toEqual(["anchor between us"]);
    expect(await found("anchor in:board")).toEqual([]);
  });

  test("before: and after: use days in the searcher's time zone", async () => {
    const at = async (content: string, time: string) => {
      const { id } = await post(ana, shared.id, content);
      await sql`UPDATE message_search SET created_at = ${time} WHERE message_id = ${id}`.execute(server.db);
    };
    await at("sextant 1", "2024-03-09T12:00:00Z");
    await at("sextant 2", "2024-03-10T23:30:00Z");
    await at("sextant 3", "2024-03-11T12:00:00Z");
    expect(await found("sextant before:2024-03-10")).toEqual(["sextant 1"]);
    expect(await found("sextant after:2024-03-09 before:2024-03-11")).toEqual(["sextant 2"]);
    expect(await found("sextant after:2024-03-10")).toEqual(["sextant 3"]);
    expect(await found("sextant after:2024-03-10", { timeZone: "Europe/Lisbon" })).toEqual(["sextant 3"]);
    expect(await found("sextant after:2024-03-10", { timeZone: "Asia/Tokyo" })).toEqual([
      "sextant 3",
      "sextant 2",
    ]);
  });

  test("has:link, has:file, is:starred", async () => {
    await post(ana, shared.id, "chart at https://chart.example.test");
    const plain = await post(ana, shared.id, "chart on the wall");
    const file = await post(ana, shared.id, "chart as a file");
    await sql`UPDATE messages SET has_attachment = true WHERE id = ${file.id}`.execute(server.db);
    await ben.client.call(chatRoutes.saveMessage, { params: { messageId: plain.id } });
    expect(await found("chart has:link")).toEqual(["chart at https://chart.example.test"]);
    expect(await found("chart has:file")).toEqual(["chart as a file"]);
    expect(await found("chart has:file has:link")).toEqual([]);
    expect(await found("is:starred", {}, ben)).toEqual(["chart on the wall"]);
    expect(await found("chart is:starred")).toEqual([]);
  });
});

describe("misspellings", () => {
  test.each([
    ["lighthuose keeper", "lighthouse keeper", "The lighthouse keeper called"],
    ["spinaker", "spinnaker", "Hoist the Spinnaker"],
    ["anouncment", "announcement", "An announcement"],
    ['from:ana  "quartre deck"', null, "Quarter deck closed"],
    ["from:ana  halyrad", "from:ana  halyard", "Halyard loose"],
    ["прилвы", "приливы", "Новые приливы"],
  ])("%s", async (query, corrected, content) => {
    await post(ana, shared.id, content);
    const answer = await search(query);
    expect(answer.corrected).toBe(corrected);
    expect(answer.items.map(({ message }) => message.content)).toEqual(corrected ? [content] : []);
    if (!corrected) return;
    expect(await found(corrected)).toEqual([content]);
    for (const word of answer.items[0]?.words ?? []) expect(content.toLowerCase()).toContain(word);
    expect(answer.items[0]?.words).not.toEqual([]);
  });

  test("the more common of two similar words is suggested", async () => {
    await post(ana, shared.id, "a stowaway once");
    await post(ana, shared.id, "stowaways");
    for (let count = 0; count < 3; count += 1) await post(ana, shared.id, `stowaway ${count}`);
    expect((await search("stowawayz")).corrected).toBe("stowaway");
  });

  test("words that the searcher may not read do not displace suggestions", async () => {
    await post(
      ben,
      secret.id,
      "moorinb moorinc moorind moorine moorinf moorinh moorini moorinj moorink moorinl",
    );
    await post(ana, shared.id, "moorins");
    expect((await search("mooring")).corrected).toBe("moorins");
    expect((await search("moorinb")).corrected).toBe("moorins");
  });

  test("a word without similar ones finds nothing, without an error", async () => {
    expect(await search("qqqqzzzz")).toEqual({ items: [], nextCursor: null, corrected: null });
    expect(await search('""')).toEqual({ items: [], nextCursor: null, corrected: null });
    expect(await search("\u00ad")).toEqual({ items: [], nextCursor: null, corrected: null });
  });
});

describe("bad input", () => {
  test.each([
    ["no query", { query: " " }],
    ["a long query", { query: "x".repeat(201) }],
    ["NUL", { query: "a\u0000b" }],
    ["a made-up cursor", { query: "x", cursor: "2026-01-01_1" }],
    ["half a cursor", { query: "x", cursor: "2026-01-01T00:00:00.000000Z" }],
    ["no time zone", { query: "x", timeZone: "Atlantis/Capital" }],
    ["too many at once", { query: "x", limit: 51 }],
  ])("%s", async (_what, query) => {
    const answer = await ana.client.refused(chatRoutes.searchMessages, { query });
    expect([answer.status, answer.body.error.code]).toEqual([400, "invalid_request"]);
  });

  fullTest("any other text is a valid query", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom("'", "\\", "%", "_", ":", "*", "&", "|", "!", "(", '"', "a", " ", "-", "会"),
      }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (query) => {
        fc.pre(query.trim() !== "" && !query.includes("\u0000"));
        // Sent as Ben, because Ana needs her rate limit for the other tests.
        await search(query, {}, ben);
      }),
      { numRuns: 80 },
    );
  });
});

describe("folding", () => {
  test("is the same in the database and for highlighting", async () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 30 }),
      fc.string({ unit: fc.constantFrom(..."aÀßøŁıİΣςǅﬁ ｶﾞＡ가\t\n\u0301\u00ad") }),
    );
    const texts = drawn(text, 500).filter((one) => !one.includes("\u0000"));
    const { rows } = await sql<{ folded: string }>`
      SELECT search_fold(t) AS folded FROM unnest(${texts}::text[]) WITH ORDINALITY AS u (t, n) ORDER BY n`.execute(
      server.db,
    );
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(fold));
  });

  test.each([
    ["Un Café", ["cafe"], ["café"]],
    ["Un Café", ["e"], ["é"]],
    ["cafe\u0301 CAFÉ", ["cafe"], ["cafe\u0301", "café"]],
    ["the  big\nboat", ["big boat"], ["big\nboat"]],
    ["Straße", ["ss"], ["ß"]],
    ["東京タワー", ["京タ"], ["京タ"]],
    ["nothing", ["x"], []],
  ])("%j marks %j as %j", (content, terms, words) => {
    expect(createWordMarker(terms)(content)).toEqual(words);
  });
});
