import { chatRoutes } from "@atoll/contract/chat/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { createChannel } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";
import { createSearchRunner } from "./run-search.ts";

// These tests are not about searches that a busy machine gives up.
const server = sharedServer();
let [ana, ben]: Worker[] = [];
let secret: { id: string };

beforeAll(async () => {
  [ana, ben] = await createWorkers(server, { "Ana Reef": {}, "Ben Sand": {} });
  secret = await createChannel(server.db, { name: "board-room", members: [ben!.user] });
});

const search = (query: string, who = ana!) =>
  who.client.call(searchRoutes.searchEverywhere, { query: { query } });
const titles = async (query: string, who = ana!) =>
  (await search(query, who)).items.map(({ title }) => title.text);

describe("any script", () => {
  test.each([
    ["Chinese without spaces", "明天下午在会议室开会", "会议室"],
    ["Japanese", "来週の東京出張の件", "東京出張"],
    ["half-width kana", "ﾌｪﾘｰの時刻表", "フェリー"],
    ["Korean with what hangs on a word", "내일 회의에서 봅시다", "회의"],
    ["Cyrillic, any case", "Ещё один Причал", "ПРИЧАЛ"],
    ["accents", "Un café près du môle", "cafe mole"],
    ["letters of other widths", "ＡＴＯＬＬ report", "atoll"],
    ["a name with dashes", "harbour-freight-latency.pdf", "latency"],
    ["what curly quotes hold", "“payment” ready", "payment"],
    ["a part of a word", "Redeployment", "eploym"],
  ])("%s", async (_what, title, query) => {
    await ana!.create({ title });
    const { items } = await search(query);
    const hit = items.find((one) => one.title.text === title);
    expect(hit?.title.marks).not.toEqual([]);
  });
});

describe("without a result", () => {
  test.each([
    ["lighthuose keeper", "lighthouse keeper", "The lighthouse keeper"],
    ["회으록 정리", "회의록 정리", "회의록 정리"],
    ["прилвы", "приливы", "Новые приливы"],
    ["anouncment", "announcement", "An announcement"],
  ])("%s: what looks like it is offered, with its number", async (query, meant, title) => {
    await ana!.create({ title });
    const { items, didYouMean } = await search(query);
    expect(items).toEqual([]);
    expect(didYouMean).toEqual({ query: meant, count: 1, isMore: false });
    expect(await titles(meant)).toEqual([title]);
  });

  test("shows the hits of the correction at once", async () => {
    await ana!.create({ title: "Repair the breakwater" });
    const { items, fallback } = await search("repair the braekwater");
    expect(items).toEqual([]);
    expect(fallback?.by).toBe("correction");
    expect(fallback?.items.map(({ title }) => title.text)).toEqual(["Repair the breakwater"]);
    // Hits of another kind count: the page leads to them.
    const events = await search("breakwater is:event");
    expect([events.items, events.fallback]).toEqual([[], null]);
  });

  test("shows what has most of the words after what has all of them, within the filters", async () => {
    await ana!.create({ title: "Moorings inspected by divers" });
    await ana!.create({ title: "Divers booked for moorings in spring" });
    const all = await search("divers moorings spring");
    expect(all.items.map(({ title }) => title.text)).toEqual(["Divers booked for moorings in spring"]);
    expect(all.fallback?.items.map(({ title }) => title.text)).toEqual(["Moorings inspected by divers"]);
    const none = await search("divers moorings zeppelin");
    expect(none.items).toEqual([]);
    expect(none.fallback?.by).toBe("most-words");
    expect(none.fallback?.items).toHaveLength(2);
    expect((await search("divers moorings zeppelin is:event")).fallback).toBeNull();
    expect((await search("divers moorings zeppelin before:2001-01-01")).fallback).toBeNull();
  });

  test("shows nothing with most of the words that the viewer may not read", async () => {
    await ben!.create({ title: "Codename Fulmarstack budget" });
    const body = { id: uuidv7(), content: "fulmarstack gannetcliff tonight" };
    await ben!.client.call(chatRoutes.postMessage, { params: { channelId: secret.id }, body });
    expect((await search("fulmarstack gannetcliff yesterday")).fallback).toBeNull();
    expect((await search("fulmarstack gannetcliff yesterday", ben)).fallback?.items).not.toEqual([]);
  });

  test("finds what was written in the chat that the query names", async () => {
    const quay = await createChannel(server.db, { name: "quay-seven", members: [ben!.user] });
    const body = { id: uuidv7(), content: "The person who decides is the harbourmaster." };
    await ben!.client.call(chatRoutes.postMessage, { params: { channelId: quay.id }, body });
    const { fallback } = await search("who decides at quay seven", ben);
    expect(fallback?.items[0]?.id).toBe(body.id);
    expect((await search("who decides at quay seven")).fallback).toBeNull();
  });

  test.each([
    ["tidewall check", "Check of the tide-wall"],
    ["tidewall check", "Check the tide wall"],
    ["928400", "Budget of 928,400 for the quay"],
  ])("finds %s in %s", async (query, title) => {
    const { id } = await ana!.create({ title });
    const { items } = await search(query);
    const hit = items.find((one) => one.id === id);
    expect(hit?.title.marks).not.toEqual([]);
  });

  test("no correction is offered from texts that the viewer may not read", async () => {
    await ben!.create({ title: "Codename Skuaskerry" });
    const body = { id: uuidv7(), content: "skuaskerry it is" };
    await ben!.client.call(chatRoutes.postMessage, { params: { channelId: secret.id }, body });
    expect((await search("skuaskery")).didYouMean).toBeNull();
    expect((await search("skuaskery", ben)).didYouMean).toEqual({
      query: "skuaskerry",
      count: 2,
      isMore: false,
    });
  });

  test("the response says what a looser query would find", async () => {
    await ana!.create({ title: "Hawser to splice" });
    const query = "hawser from:ben after:2000-01-01";
    const { items, loosened } = await ana!.client.call(searchRoutes.searchEverywhere, {
      query: { query, kind: "task" },
    });
    expect(items).toEqual([]);
    expect(loosened).toEqual([
      { without: { operator: "from:ben" }, query: "hawser after:2000-01-01", count: 1, isMore: false },
    ]);
  });
});

describe("any query", () => {
  test("with up to 1,000 characters gets a response, and a longer one is refused", async () => {
    const hostile = [
      "'\"\\ & | ! ( ) :* <->",
      "%_\\%",
      "a".repeat(1000),
      "會".repeat(1000),
      "\u0301".repeat(1000),
      "ab ".repeat(333),
      '"'.repeat(999),
      "from:".repeat(200),
      "-x ".repeat(300),
      "\u202e\u200b\ufeff",
      "<img src=x onerror=alert(1)>",
      "/task /p",
      "😀".repeat(500),
    ];
    for (const query of hostile) expect(await search(query)).toMatchObject({ counts: expect.any(Array) });
    for (const query of hostile)
      await ana!.client
        .call(searchRoutes.suggestHits, { query: { query } })
        .catch((error: unknown) => expect(String(error)).toContain("invalid_request"));
    const { body } = await ana!.client.refused(searchRoutes.searchEverywhere, {
      query: { query: "x".repeat(1001) },
    });
    expect(body.error.code).toBe("invalid_request");
    const cursor = Buffer.from('["now",1,"x"]').toString("base64url");
    const refused = await ana!.client.refused(searchRoutes.searchEverywhere, {
      query: { query: "x", cursor },
    });
    expect(refused.body.error.code).toBe("invalid_request");
  });

  test("returns text that looks like markup as text", async () => {
    const title = "<img src=x onerror=alert(1)> windlass";
    await ana!.create({ title });
    const { items } = await search("windlass");
    expect(items[0]?.title).toEqual({ text: title, marks: [[title.indexOf("windlass"), title.length]] });
  });

  test("cancels the person's previous query with an error, and not those of others", async () => {
    const log = { warn: () => undefined } as never;
    const bus = { on: () => undefined, publish: () => undefined } as never;
    const runner = createSearchRunner({ db: server.db, bus, log, patience: { searchMs: 60_000 } });
    const slow = (userId: string) =>
      runner
        .run("search", userId, (tx) => sql`SELECT pg_sleep(1.5)`.execute(tx))
        .then(
          () => "answered",
          (error: { code: string }) => error.code,
        );
    const [first, other] = [slow("ana"), slow("ben")];
    const second = runner.run("search", "ana", async () => "the newer one");
    expect(await second).toBe("the newer one");
    expect(await first).toBe("search_superseded");
    expect(await other).toBe("answered");
    // Wait until the connections are idle for their next user.
    await Promise.all(Array.from({ length: 20 }, () => sql`SELECT pg_sleep(0.01)`.execute(server.db)));
  });

  test("is cancelled after two seconds with an error", async () => {
    const runner = createSearchRunner({
      db: server.db,
      bus: { on: () => undefined, publish: () => undefined } as never,
      log: { warn: () => undefined } as never,
    });
    const many = runner.run("search", "ana", async (tx) => {
      for (let count = 0; count < 10; count += 1) await sql`SELECT pg_sleep(0.7)`.execute(tx);
    });
    await expect(many).rejects.toMatchObject({ code: "search_too_slow", status: 503 });
  });
});
