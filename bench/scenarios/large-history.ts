import type pg from "pg";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { type History, wordAt, writeHistories } from "../history.ts";
import { createHttpClient } from "../http-client.ts";
import { addChannel, addPeople, type Member, openDatabase } from "../people.ts";
import { readWhole, type Statement, timeInDatabase } from "../plans.ts";
import { ms, quantile } from "../quantiles.ts";

const personCount = 10_000;
const largeChannelSize = 1_000;
const largeHistory = 1_000_000;
const channelCount = 400;
/** The number of channels, of which the viewers are in half. */
const channelsEach = 200;
const smallHistory = 500;
const openRounds = 200;
const searchRounds = 60;
/** The limits of requests are counted for each. */
const viewerCount = 100;
const limits = { openMs: 3, unreadMs: 2, searchP50Ms: 15, searchP99Ms: 150 };

/**
 * A channel of a million messages among 400 others: opening it, the unread counts of 200 channels, and searching
 * everything that a person may read. All requests use one connection, one at a time, by a hundred people in turn.
 * Opening counts from the request's arrival at the server to the response's departure, because the client runs on the
 * same processors; the time of the whole request is listed too. Floor of opening: the rows alone, with the same driver.
 */
export async function largeHistories(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll({ probe: "./probes/statements.ts" });
  const client = await openDatabase(atoll);
  const people = await addPeople(client, personCount);
  const viewers = people.slice(0, viewerCount);
  const histories = await addChannels(client, people);
  await writeHistories(atoll, histories, say);
  await readMostly(client, viewers);
  const large = histories[0]?.channelId ?? "";
  const http = createHttpClient(atoll.url);
  let asked = 0;
  const ask = async (path: string) => {
    const viewer = viewers[asked % viewers.length];
    asked += 1;
    return http.call({ path, headers: { authorization: `Bearer ${viewer?.token}` } });
  };
  for (const _ of viewers) await ask("/api/channels/heads");

  say("opening the channel");
  const lines = await measureOpening(atoll, client, large, ask);
  say("counting what is unread");
  lines.push(...(await measureUnread(atoll, client, ask)));
  say("searching");
  lines.push(...(await measureSearch(ask)));
  say("looking at how everything is read");
  lines.push(await describePlans(atoll, client, large, ask));
  http.close();
  await client.end();
  await atoll.stop();
  return lines;
}

type Ask = (path: string) => Promise<{ tookMs: number; body: string }>;

async function addChannels(client: pg.Client, people: readonly Member[]): Promise<History[]> {
  const ids = people.map(({ id }) => id);
  await client.query("ALTER TABLE channel_members DISABLE TRIGGER USER");
  const histories: History[] = [];
  const add = async (name: string, memberIds: string[], count: number) => {
    const channelId = await addChannel(client, name, memberIds);
    histories.push({ channelId, authorIds: memberIds.slice(0, 50), count });
  };
  await add("large", ids.slice(0, largeChannelSize), largeHistory);
  for (let index = 0; index < channelCount; index += 1) {
    const others = Array.from({ length: 20 }, (_, n) => ids[viewerCount + ((index * 20 + n) % 9_000)] ?? "");
    const isTheirs = index < channelsEach - 1;
    await add(`channel ${index}`, [...others, ...(isTheirs ? ids.slice(0, viewerCount) : [])], smallHistory);
  }
  await client.query("ALTER TABLE channel_members ENABLE TRIGGER USER");
  return histories;
}

/** Everybody has read everything, but for the last of a quarter of their channels. */
async function readMostly(client: pg.Client, viewers: readonly Member[]): Promise<void> {
  await client.query(
    `UPDATE channel_members m SET last_read_seq = CASE WHEN n.place % 4 = 0 THEN c.head - n.place % 40 ELSE c.head END
     FROM channels c, (SELECT id, row_number() OVER (ORDER BY id) AS place FROM channels) n
     WHERE c.id = m.channel_id AND n.id = c.id AND m.user_id = ANY($1::uuid[])`,
    [viewers.map(({ id }) => id)],
  );
  await client.query("VACUUM (ANALYZE) channel_members");
}

async function measureOpening(
  atoll: AtollProcess,
  client: pg.Client,
  channelId: string,
  ask: Ask,
): Promise<string[]> {
  const path = `/api/channels/${channelId}/messages`;
  const somewhere = () => Math.ceil(Math.random() * largeHistory);
  const kinds: [string, () => string][] = [
    ["at its end", () => path],
    ["around a message", () => `${path}?around=${somewhere()}`],
    ["further back", () => `${path}?before=${somewhere()}`],
    ["after a gap", () => `/api/channels/${channelId}/changes?since=${largeHistory - 30}`],
  ];
  const whole: number[] = [];
  const floor: number[] = [];
  for (let round = -20; round < openRounds; round += 1) {
    if (round === 0) await takeMeasured(atoll);
    for (const [, pathOf] of kinds) {
      const { tookMs } = await ask(pathOf());
      if (round >= 0) whole.push(tookMs);
    }
    const startedAt = performance.now();
    const { rows } = await client.query({
      name: "floor",
      text: `SELECT x.*, p.name FROM messages x JOIN profiles p ON p.id = x.author_id
        WHERE x.channel_id = $1 AND x.parent_id IS NULL ORDER BY x.seq DESC LIMIT 51`,
      values: [channelId],
    });
    JSON.stringify(rows);
    if (round >= 0) floor.push(performance.now() - startedAt);
  }
  // One request at a time: they were answered as they were asked.
  const { requestMs } = await takeMeasured(atoll);
  if (requestMs.length !== whole.length) throw new Error("the server answered other requests in between");
  return kinds.map(([kind], place) => {
    const ofKind = (values: readonly number[]) => values.filter((_, index) => index % kinds.length === place);
    const server = ofKind(requestMs);
    const p50 = quantile(server, 0.5);
    return `opening a channel of ${largeHistory} messages ${kind}: at the server p50 ${ms(p50)}, p99 ${ms(quantile(server, 0.99))}; floor p50 ${ms(quantile(floor, 0.5))} (limit ${limits.openMs} ms at p50: ${p50 <= limits.openMs ? "held" : "EXCEEDED"}); whole request p50 ${ms(quantile(ofKind(whole), 0.5))}`;
  });
}

async function measureUnread(atoll: AtollProcess, client: pg.Client, ask: Ask): Promise<string[]> {
  const whole: number[] = [];
  for (let count = 0; count < 100; count += 1) whole.push((await ask("/api/channels/heads")).tookMs);
  const { statements } = await takeMeasured(atoll);
  const statement = statements.find(({ text }) => text.includes("last_post_seq"));
  if (!statement) throw new Error("nobody asked for the unread counts");
  const { planMs, runMs } = await timeInDatabase(client, statement, 50);
  const p50 = quantile(runMs, 0.5);
  return [
    `unread of ${channelsEach} channels: in the database p50 ${ms(p50)} (limit ${limits.unreadMs} ms: ${p50 <= limits.unreadMs ? "held" : "EXCEEDED"}), planned once in ${ms(quantile(planMs, 0.5))}; whole request p50 ${ms(quantile(whole, 0.5))}`,
  ];
}

async function measureSearch(ask: Ask): Promise<string[]> {
  const between = (from: number, to: number) => wordAt(from + Math.floor(Math.random() * (to - from)));
  const kinds: Record<string, () => string> = {
    "a common word": () => between(0, 10),
    "an everyday word": () => between(50, 500),
    "a rare word": () => between(10_000, 19_000),
    "two words": () => `${between(20, 200)} ${between(100, 2_000)}`,
    "a part of a word": () => between(2_000, 9_000).slice(1, 5),
    "a misspelt word": () => between(1_000, 9_000).replace(/.$/, "x"),
    "an author's": () => `from:"Member ${1 + Math.floor(Math.random() * 50)}" ${between(100, 1_000)}`,
    "in a channel": () => `in:"channel ${Math.floor(Math.random() * 190)}" ${between(0, 100)}`,
    "of a year": () => `before:2025-06-01 after:2024-01-01 ${between(100, 1_000)}`,
    "a phrase": () => `"${between(0, 30)} ${between(0, 30)}"`,
  };
  const took: Record<string, number[]> = {};
  for (let round = -5; round < searchRounds; round += 1) {
    for (const [kind, queryOf] of Object.entries(kinds)) {
      const { tookMs } = await ask(`/api/search/messages?query=${encodeURIComponent(queryOf())}`);
      took[kind] ??= [];
      if (round >= 0) took[kind].push(tookMs);
    }
  }
  const all = Object.values(took).flat();
  const [p50, p99] = [quantile(all, 0.5), quantile(all, 0.99)];
  const isHeld = p50 <= limits.searchP50Ms && p99 <= limits.searchP99Ms;
  return [
    `search over ${largeHistory + channelCount * smallHistory} messages: p50 ${ms(p50)}, p99 ${ms(p99)} (limits ${limits.searchP50Ms} and ${limits.searchP99Ms} ms: ${isHeld ? "held" : "EXCEEDED"})`,
    ...Object.entries(took).map(
      ([kind, values]) => `  ${kind}: p50 ${ms(quantile(values, 0.5))}, p99 ${ms(quantile(values, 0.99))}`,
    ),
  ];
}

/** Every list of chat is asked for, and no statement of it may read a large table as a whole. */
async function describePlans(
  atoll: AtollProcess,
  client: pg.Client,
  channelId: string,
  ask: Ask,
): Promise<string> {
  const { rows } = await client.query(
    "SELECT id FROM messages WHERE channel_id = $1 ORDER BY seq DESC LIMIT 1",
    [channelId],
  );
  const messageId: string = rows[0].id;
  const of = `/api/channels/${channelId}`;
  for (const path of [
    ...["/api/channels", "/api/channels/heads", "/api/channels/directory?search=chan", of],
    ...[`${of}/messages?around=5000`, `${of}/messages?after=5000`, `${of}/changes?since=999000`],
    ...[`${of}/pins`, `${of}/members`, `${of}/members?search=ber 12`, `${of}/saved-messages`],
    ...["/api/mentions", "/api/saved-messages", "/api/threads", "/api/drafts"],
    ...[
      `/api/messages/${messageId}`,
      `/api/messages/${messageId}/replies`,
      `/api/messages/${messageId}/reactors`,
    ],
  ])
    await ask(path);
  const measured = await takeMeasured(atoll);
  const statements = measured.statements.filter(({ text }) => /^\s*(select|with)/i.test(text));
  const found: string[] = [];
  for (const statement of statements) {
    const tables = await readWhole(client, statement);
    if (tables.length > 0)
      found.push(`${tables.join(", ")}: ${statement.text.replace(/\s+/g, " ").slice(0, 160)}`);
  }
  return found.length === 0
    ? `${statements.length} statements of chat's lists: each finds its rows by an index`
    : `statements that read a large table as a whole: ${found.join("; ")}`;
}

function takeMeasured(atoll: AtollProcess): Promise<{ statements: Statement[]; requestMs: number[] }> {
  return atoll.takeMeasured();
}
