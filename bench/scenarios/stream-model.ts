import { setTimeout as sleep } from "node:timers/promises";
import type { Message } from "@atoll/contract/chat/schemas";
import { startAtoll } from "../atoll-process.ts";
import { type CutStep, cutSteps } from "../cut-steps.ts";
import { pick } from "../member-calls.ts";
import { ModelBrowser } from "../model-browser.ts";
import { compare } from "../model-compare.ts";
import { comeBack, messagesOf, pickChannel, post, react } from "../model-deeds.ts";
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
  // Also for browsers that had nothing to fetch or to post to.
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
