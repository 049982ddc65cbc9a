import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Change, Message } from "@atoll/contract/chat/schemas";
import { startAtoll } from "../atoll-process.ts";
import { type CutStep, cutSteps } from "../cut-steps.ts";
import { pick } from "../member-calls.ts";
import { type Held, ModelBrowser } from "../model-browser.ts";
import { addChannel, addPeople, type Member, openDatabase } from "../people.ts";

const clientCount = Number(process.env.BENCH_CLIENTS ?? 1_000);
const cutCount = 20;
const channelSize = 40;
const channelsPerClient = 2;
/** Each client begins at a random moment of this time, and listens for about as long as that between two cuts. */
const spreadMs = 10_000;

/**
 * Many browsers post, reply, edit, delete, react, pin, read, mark unread, leave and join at random, and each loses its
 * connection twenty times, at every step of the protocol in turn. At the end every one of them holds exactly what the
 * server has, in one order, with what its person sent in it once, and counts as unread what the server counts.
 */
export async function streamModel(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const people = await addPeople(database, clientCount);
  const rooms = Math.max(1, Math.round((clientCount * channelsPerClient) / channelSize));
  const channelIds: string[] = [];
  for (let at = 0; at < rooms; at += 1) {
    const members = people.filter((_, index) => index % rooms === at || (index * 7 + 3) % rooms === at);
    channelIds.push(
      await addChannel(
        database,
        `model ${at}`,
        members.map(({ id }) => id),
      ),
    );
  }
  await database.query("UPDATE channels SET type = 'PUBLIC' WHERE id = ANY($1::uuid[])", [channelIds]);
  await database.end();

  const browsers = people.map((member) => new ModelBrowser(atoll.url, member));
  const began = performance.now();
  let cuts = 0;
  await Promise.all(
    browsers.map(async (browser, index) => {
      await sleep(Math.random() * spreadMs);
      for (let round = 0; round < cutCount; round += 1) {
        await liveUntilCut(
          browser,
          cutSteps[(index + round) % cutSteps.length] ?? "while it listens",
          people,
        );
        cuts += 1;
        if (cuts % Math.ceil((clientCount * cutCount) / 10) === 0)
          say(`${cuts} of ${clientCount * cutCount} cuts`);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  say("everybody comes back");
  for (let from = 0; from < browsers.length; from += 50)
    await Promise.all(browsers.slice(from, from + 50).map(comeBack));
  await sleep(2_000);
  for (const browser of browsers) await browser.settled();
  for (const browser of browsers) if (!browser.isConnected) await comeBack(browser);

  const found = await compare(browsers, channelIds);
  for (const browser of browsers) browser.cut("while it listens");
  await atoll.stop();
  const accidents = browsers.reduce((sum, one) => sum + one.accidents, 0);
  const perStep = cutSteps.map(
    (step) => `${browsers.reduce((sum, one) => sum + (one.cuts.get(step) ?? 0), 0)} ${step}`,
  );
  return [
    `${clientCount} clients in ${rooms} channels, ${cuts} cuts in ${seconds.toFixed(0)} s: ${perStep.join(", ")}`,
    `${accidents} connections or questions failed by themselves and were tried again`,
    `${found.posts} messages posted, ${found.changes} changes in all; ${found.outOfOrder} events came before one that was earlier`,
    `differing from a fresh fetch: ${found.differing} of ${found.held} copies of channels`,
    `lost: ${found.lost}, doubled: ${found.doubled}, reordered: ${found.reordered}, counted wrong: ${found.miscounted}`,
    Object.values(found.faults()).every((count) => count === 0) ? "held" : "WRONG",
  ];
}

async function comeBack(browser: ModelBrowser): Promise<void> {
  for (await browser.connect(); !browser.isConnected; await browser.connect()) await sleep(500);
}

/** Acts until the connection is cut at the step. */
async function liveUntilCut(browser: ModelBrowser, step: CutStep, people: readonly Member[]): Promise<void> {
  await browser.connect(step);
  if (!browser.isConnected) return;
  await act(browser, people);
  if (step === "while a post is on its way") await post(browser, people);
  if (step === "while another write is on its way") await react(browser);
  if (!browser.isConnected) return;
  await sleep(Math.random() * spreadMs * 0.4);
  await act(browser, people);
  // Also those for whom there was nothing to fetch, or to write to.
  if (browser.isConnected) browser.cut("while it listens");
}

async function act(browser: ModelBrowser, people: readonly Member[]): Promise<void> {
  const channelId = pickChannel(browser);
  const live = messagesOf(browser, channelId);
  const mine = live.filter(({ author }) => author.id === browser.member.id);
  const anyOf = (from: readonly Message[]) => (from.length > 0 ? pick(from) : undefined);
  const root = anyOf(live.filter(({ parentId }) => parentId === null));
  const [any, own] = [anyOf(live), anyOf(mine)];
  const deeds: (() => Promise<void> | undefined)[] = [
    ...Array.from({ length: 4 }, () => () => post(browser, people)),
    () => react(browser),
    () => root && browser.post(root.channelId, { content: "An answer", parentId: root.id }),
    () =>
      own && browser.write("PATCH", `/api/messages/${own.id}`, { content: `Other text, ${Math.random()}` }),
    () => own && browser.write("DELETE", `/api/messages/${own.id}`),
    () => any && browser.write(Math.random() < 0.5 ? "PUT" : "DELETE", `/api/messages/${any.id}/pin`),
    () => any && browser.write("PUT", `/api/channels/${any.channelId}/read`, { seq: any.changedSeq }),
    () => any && browser.write("PUT", `/api/channels/${any.channelId}/unread`, { seq: any.seq }),
    async () => {
      if (!channelId || Math.random() < 0.5) return;
      await browser.write("DELETE", `/api/channels/${channelId}/membership`);
      await sleep(Math.random() * 50);
      await browser.write("PUT", `/api/channels/${channelId}/membership`);
    },
  ];
  await pick(deeds)();
}

async function post(browser: ModelBrowser, people: readonly Member[]): Promise<void> {
  const channelId = pickChannel(browser);
  if (!channelId) return;
  const chance = Math.random();
  const at = Math.floor(Math.random() * people.length);
  const named = people[at];
  if (chance < 0.1) await browser.post(channelId, { content: "For @channel" });
  else if (chance < 0.3 && named)
    await browser.post(channelId, { content: `For @Member ${at + 1}`, mentionIds: [named.id] });
  else await browser.post(channelId, { content: `Text ${Math.random()}` });
}

async function react(browser: ModelBrowser): Promise<void> {
  const live = messagesOf(browser, pickChannel(browser));
  if (live.length === 0) return;
  const emoji = encodeURIComponent(pick(["👍", "🎉"]));
  await browser.write(pick(["PUT", "PUT", "DELETE"]), `/api/messages/${pick(live).id}/reactions/${emoji}`);
}

function pickChannel({ held }: ModelBrowser): string | undefined {
  return held.size > 0 ? pick([...held.keys()]) : undefined;
}

function messagesOf({ held }: ModelBrowser, channelId = ""): Message[] {
  return [...(held.get(channelId)?.messages.values() ?? [])].filter(
    (message): message is Message => !message.deleted && !message.removed,
  );
}

/** Every copy against what the server answers now, and what each person sent against all of them. */
async function compare(browsers: readonly ModelBrowser[], channelIds: readonly string[]) {
  const fresh = new Map<string, Map<string, Change>>();
  const faults = { differing: 0, lost: 0, doubled: 0, reordered: 0, miscounted: 0 };
  const sums = { posts: 0, changes: 0, held: 0, outOfOrder: 0 };
  for (const channelId of channelIds) {
    const reader = browsers.find(({ held }) => held.has(channelId));
    const rows: Change[] = [];
    for (let since = 0; reader; ) {
      const page = await reader.changes(channelId, since);
      rows.push(...(page?.changes ?? []));
      if (!page?.hasMore) break;
      since = page.changes.at(-1)?.changedSeq ?? since;
    }
    faults.doubled += rows.length - new Set(rows.map(({ seq }) => seq)).size;
    fresh.set(channelId, new Map(rows.map((row) => [row.id, row])));
  }
  for (const browser of browsers) {
    sums.outOfOrder += browser.outOfOrder;
    const heads = await browser.heads();
    faults.differing += Math.abs(heads.length - browser.held.size);
    for (const head of heads) {
      const held = browser.held.get(head.channelId);
      const rows = fresh.get(head.channelId);
      sums.held += 1;
      if (!held || !rows || held.seq !== head.head || !isDeepStrictEqual(held.messages.size, rows.size))
        faults.differing += 1;
      else if ([...rows].some(([id, row]) => !isDeepStrictEqual(held.messages.get(id), row)))
        faults.differing += 1;
      const { unread, unreadMentions } = held ? countUnread(held, browser.member.id) : head;
      if (
        !held ||
        held.lastReadSeq !== head.lastReadSeq ||
        unread !== head.unread ||
        unreadMentions !== head.unreadMentions
      )
        faults.miscounted += 1;
    }
    for (const [channelId, ids] of browser.posted) {
      const seqs = ids.map((id) => fresh.get(channelId)?.get(id)?.seq ?? 0);
      sums.posts += ids.length;
      faults.lost += seqs.filter((seq) => seq === 0).length;
      faults.reordered += seqs.filter((seq, at) => seq < (seqs[at - 1] ?? 0)).length;
    }
  }
  for (const rows of fresh.values())
    sums.changes += Math.max(0, ...[...rows.values()].map(({ changedSeq }) => changedSeq));
  return { ...faults, ...sums, faults: () => faults };
}

/** How many messages of others are unread, and how many of them call this person: counted from what is held. */
function countUnread(
  { messages, lastReadSeq }: Held,
  personId: string,
): { unread: number; unreadMentions: number } {
  const unread = [...messages.values()].filter(
    (message): message is Message =>
      !message.deleted &&
      !message.removed &&
      message.parentId === null &&
      message.seq > lastReadSeq &&
      message.author.id !== personId,
  );
  const called = unread.filter(
    ({ mentions, mentionsAll }) => mentionsAll !== null || mentions.some(({ id }) => id === personId),
  );
  return { unread: unread.length, unreadMentions: called.length };
}
