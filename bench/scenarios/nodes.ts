import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { pick } from "../member-calls.ts";
import { ModelBrowser } from "../model-browser.ts";
import { compare } from "../model-compare.ts";
import { comeBack, messagesOf, pickChannel, post, react } from "../model-deeds.ts";
import { addChannel, addPeople, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";
import { startTwoNodes, type TwoNodes } from "../two-nodes.ts";
import type { Written } from "../written.ts";

const clientCount = Number(process.env.BENCH_CLIENTS ?? 100);
const channelCount = 5;
/** Each client does something about so often. */
const pauseMs = 5_000;
/** Nothing is cut for so long between two disturbances; only of that time lateness is asked. */
const calmMs = 6_000;
const rounds = Number(process.env.BENCH_ROUNDS ?? 2);
const longestLateMs = 1_000;
const wantedRatio = 1.5;
const lookEveryMs = 50;

/**
 * Two nodes, and clients on both who post, edit, delete and react at random, while connections are cut and nodes are
 * killed and started again in turn. At the end every client holds exactly what the server has; and whatever was written
 * while nothing was cut came to everybody within a second, from the other node about as soon as from one's own.
 */
export async function nodes(say: (line: string) => void): Promise<string[]> {
  const two = await startTwoNodes();
  const database = await openDatabase(two);
  const people = await addPeople(database, clientCount);
  const channels = new Map<string, number[]>();
  for (let at = 0; at < channelCount; at += 1) {
    const members = people.flatMap((_, index) =>
      index % channelCount === at || (index * 7 + 3) % channelCount === at ? [index] : [],
    );
    const ids = members.map((index) => people[index]?.id ?? "");
    channels.set(await addChannel(database, `nodes ${at}`, ids), members);
  }

  const browsers = people.map((member, index) => new ModelBrowser(two.urls[index % 2] ?? "", member));
  const writes: Written[] = [];
  /** By channel and number, when each client received a change, and from which node. */
  const heard = new Map<string, Map<number, { at: number; url: string }>>();
  for (const [index, browser] of browsers.entries()) {
    browser.onWritten = (written) => writes.push(written);
    browser.onHeard = (channelId, seq) => {
      const key = `${channelId} ${seq}`;
      const all = heard.get(key) ?? new Map();
      heard.set(key, all);
      if (!all.has(index)) all.set(index, { at: performance.now(), url: browser.url });
    };
  }
  await Promise.all(browsers.map(comeBack));

  /** When each client was seen without a connection. */
  const away = browsers.map((): number[] => []);
  const looking = setInterval(() => {
    for (const [index, { isConnected }] of browsers.entries())
      if (!isConnected) away[index]?.push(performance.now());
  }, lookEveryMs);
  const ownDelay = monitorEventLoopDelay({ resolution: 10 });
  ownDelay.enable();
  const ending = new AbortController();
  const lives = browsers.map((browser) => live(browser, people, ending.signal));
  const disturbed: [from: number, to: number][] = [];
  const steps = disturbances(two, browsers, () => cutOneListener(database, browsers));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of steps) {
      await sleep(calmMs);
      const from = performance.now();
      await run();
      await untilAllAreBack(browsers);
      disturbed.push([from, performance.now() + longestLateMs]);
      say(`${name}: all back after ${ms(performance.now() - from)}`);
    }
  }
  await sleep(calmMs);
  ending.abort();
  await Promise.all(lives);
  clearInterval(looking);
  ownDelay.disable();
  await sleep(2_000);
  for (const browser of browsers) await browser.settled();
  await Promise.all(browsers.filter(({ isConnected }) => !isConnected).map(comeBack));

  const found = await compare(browsers, [...channels.keys()]);
  for (const browser of browsers) browser.cut("while it listens");
  await database.end();
  await two.stop();
  const lateness = measure(writes, heard, channels, disturbed, away);
  const [own, across] = [quantilesOf(lateness.within), quantilesOf(lateness.across)];
  const ratios = [across.p50 / own.p50, across.p99 / own.p99].map((ratio) => ratio.toFixed(2));
  const isClose = across.p50 <= wantedRatio * own.p50 && across.p99 <= wantedRatio * own.p99;
  const isWell = [...Object.values(found.faults()), lateness.late, lateness.missing].every(
    (one) => one === 0,
  );
  return [
    `${clientCount} clients on two nodes, in ${channelCount} channels; ${steps.map(({ name }) => name).join(", ")}, ${rounds} times each`,
    `${found.posts} messages posted, ${found.changes} changes in all; ${found.outOfOrder} events came before one that was earlier`,
    `${browsers.reduce((sum, one) => sum + one.accidents, 0)} connections or questions failed and were tried again; the measuring process itself was held up for ${ms(ownDelay.max / 1e6)} at the most`,
    `differing from a fresh fetch: ${found.differing} of ${found.held} copies of channels`,
    `lost: ${found.lost}, doubled: ${found.doubled}, reordered: ${found.reordered}, counted wrong: ${found.miscounted}`,
    `while nothing was cut: ${lateness.within.length + lateness.across.length} events of ${lateness.writes} changes, ${lateness.missing} never came, ${lateness.late} later than ${longestLateMs} ms, the latest after ${ms(lateness.latest)}`,
    `from the begin of the request to the client: within a node p50 ${ms(own.p50)}, p99 ${ms(own.p99)}; from the other node p50 ${ms(across.p50)}, p99 ${ms(across.p99)}`,
    `ratio p50 ${ratios[0]}, p99 ${ratios[1]} (wanted at most ${wantedRatio}: ${isClose ? "held" : "missed"})`,
    isWell ? "held" : "WRONG",
  ];
}

async function live(browser: ModelBrowser, people: Parameters<typeof post>[1], ending: AbortSignal) {
  while (!ending.aborted) {
    if (!browser.isConnected) {
      await browser.connect();
      if (!browser.isConnected) await sleep(100);
      continue;
    }
    await sleep(Math.random() * 2 * pauseMs, undefined, { signal: ending }).catch(() => undefined);
    if (ending.aborted || !browser.isConnected) continue;
    const mine = messagesOf(browser, pickChannel(browser)).filter(
      ({ author }) => author.id === browser.member.id,
    );
    const own = mine.length > 0 ? pick(mine) : undefined;
    const path = `/api/messages/${own?.id}`;
    const deed = pick(["post", "post", "react", "edit", "delete"]);
    if (deed === "react") await react(browser);
    else if (deed === "edit" && own)
      await browser.write("PATCH", path, { content: `Other text, ${Math.random()}` });
    else if (deed === "delete" && own) await browser.write("DELETE", path);
    else await post(browser, people);
  }
}

/** The disturbances, in turn. Each settles when the cause has ended, not its consequences. */
function disturbances(two: TwoNodes, browsers: readonly ModelBrowser[], cutOneListener: () => Promise<void>) {
  const kill = (which: 0 | 1) => async () => {
    const [gone, other] = [two.urls[which], two.urls[1 - which] ?? ""];
    await two.kill(which);
    // As a load balancer does.
    for (const browser of browsers) if (browser.url === gone) browser.url = other;
    await untilAllAreBack(browsers);
    await two.restart(which);
    spread();
  };
  /** Over both again: those who have to move lose their connection. */
  function spread(): void {
    for (const [index, browser] of browsers.entries()) {
      const url = two.urls[index % 2] ?? "";
      if (browser.url === url) continue;
      browser.url = url;
      if (browser.isConnected) browser.cut("while it listens");
    }
  }
  return [
    {
      name: "a third of the connections cut",
      async run() {
        for (const browser of browsers)
          if (browser.isConnected && Math.random() < 1 / 3) browser.cut("while it listens");
      },
    },
    { name: "the first node killed", run: kill(0) },
    { name: "a node's connection to the others cut", run: cutOneListener },
    { name: "the second node killed", run: kill(1) },
  ];
}

/**
 * One node hears nothing of the other until it listens again; then it sends its clients to ask for what they missed.
 * Settles when all who were connected to a node have been sent.
 */
async function cutOneListener(
  database: Awaited<ReturnType<typeof openDatabase>>,
  browsers: readonly ModelBrowser[],
): Promise<void> {
  const before = browsers
    .filter(({ isConnected }) => isConnected)
    .map((browser) => ({ browser, url: browser.url, losses: browser.losses }));
  await database.query(
    `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
       WHERE application_name = 'atoll notifications' AND datname = current_database()
       ORDER BY random() LIMIT 1) AS one`,
  );
  const urls = new Set(before.map(({ url }) => url));
  const isSent = (url: string) => before.every((one) => one.url !== url || one.browser.losses > one.losses);
  while (![...urls].some(isSent)) await sleep(50);
}

async function untilAllAreBack(browsers: readonly ModelBrowser[]): Promise<void> {
  while (browsers.some(({ isConnected }) => !isConnected)) await sleep(50);
  for (const browser of browsers) await browser.settled();
}

/** Measures, for every change made while nothing was disconnected, how late each member of its channel received it. */
function measure(
  writes: readonly Written[],
  heard: ReadonlyMap<string, ReadonlyMap<number, { at: number; url: string }>>,
  channels: ReadonlyMap<string, readonly number[]>,
  disturbed: readonly (readonly [from: number, to: number])[],
  away: readonly (readonly number[])[],
) {
  const found = { within: [] as number[], across: [] as number[], writes: 0, missing: 0, late: 0, latest: 0 };
  for (const { channelId, seq, startedAt, url } of writes) {
    const until = startedAt + 2 * longestLateMs;
    if (disturbed.some(([from, to]) => startedAt < to && until > from)) continue;
    const arrivals = heard.get(`${channelId} ${seq}`) ?? new Map();
    // It changed nothing: the number is that of an earlier change.
    if ([...arrivals.values()].some(({ at }) => at < startedAt)) continue;
    found.writes += 1;
    for (const member of channels.get(channelId) ?? []) {
      const arrival = arrivals.get(member);
      if (!arrival) {
        const wasAway = away[member]?.some((at) => at > startedAt - 2 * lookEveryMs && at < until);
        if (!wasAway) found.missing += 1;
        continue;
      }
      const late = arrival.at - startedAt;
      (arrival.url === url ? found.within : found.across).push(late);
      found.latest = Math.max(found.latest, late);
      if (late > longestLateMs) found.late += 1;
    }
  }
  return found;
}

function quantilesOf(values: readonly number[]) {
  return { p50: quantile(values, 0.5), p99: quantile(values, 0.99) };
}
