import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { launchBrowser } from "../browser.ts";
import { quantile } from "../quantiles.ts";

const rounds = 9;
/** A cheap phone against this machine's processor. */
const slowdown = 4;
/** The phone of Lighthouse: 1.6 Mbit/s, and 150 ms from a request to the first byte of its answer. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** A page is idle when it has had no long task and no answer for so long. */
const quietMs = 1_500;
const patienceMs = 120_000;
const pages = ["/dashboard", "/chat", "/tasks"];
const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: "block" as const };

/** In milliseconds, but for the last three. */
interface Load {
  "first paint": number;
  "largest paint": number;
  blocked: number;
  script: number;
  "longest task": number;
  "layout shift": number;
  requests: number;
  kB: number;
}

/**
 * Opens three signed-in pages on a cheap phone that has nothing of the app yet, in pairs with the checkout in
 * ATOLL_BENCH_BEFORE, which has a build of the web app. The floor is a page of text without style and script.
 */
export async function firstScreens(say: (line: string) => void): Promise<string[]> {
  const before = process.env.ATOLL_BENCH_BEFORE;
  const env = { ATOLL_DEMO: "1" };
  const servers = [
    ...(before ? [{ name: "before", atoll: await startAtoll({ env, checkout: before }) }] : []),
    { name: "now", atoll: await startAtoll({ env }) },
  ];
  const browser = await launchBrowser();
  const floor = await startFloor();
  const lines = [inWords("floor", await measureRounds(say, "floor", [() => visit(browser, floor.url, "/")]))];
  const contexts = await Promise.all(servers.map(({ atoll }) => signIn(browser, atoll)));
  for (const path of pages) {
    const visits = contexts.map((state, index) => {
      const url = servers[index]?.atoll.url ?? "";
      return () => visit(browser, url, path, state);
    });
    const loads = await measureRounds(say, path, visits);
    for (const [index, { name }] of servers.entries()) {
      const line = inWords(
        `${path} ${name}`,
        loads.map((pair) => pair.slice(index, index + 1)),
      );
      say(line);
      lines.push(line);
    }
  }
  await browser.close();
  floor.close();
  for (const { atoll } of servers) await atoll.stop();
  return [
    `medians of ${rounds}, processor ${slowdown} times slower, 1.6 Mbit/s and 150 ms, nothing kept`,
    ...lines,
  ];
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

async function signIn(browser: Browser, { url }: AtollProcess): Promise<State> {
  const context = await browser.newContext({ ...phone, baseURL: url });
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("Email").fill("marisol.vega@pelicanworks.example");
  await page.getByLabel("Password", { exact: true }).fill("pelican-demo-2026");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard", { timeout: patienceMs });
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Takes turns, so that what else the machine does meets all of them. */
async function measureRounds(
  say: (line: string) => void,
  name: string,
  visits: readonly (() => Promise<Load>)[],
): Promise<Load[][]> {
  const loads: Load[][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    say(`${name}, ${round === 0 ? "warming up" : `round ${round} of ${rounds}`}`);
    const pair: Load[] = [];
    for (const one of visits) pair.push(await one());
    if (round > 0) loads.push(pair);
  }
  return loads;
}

async function visit(browser: Browser, url: string, path: string, storageState?: State): Promise<Load> {
  const context = await browser.newContext({ ...phone, baseURL: url, ...(storageState && { storageState }) });
  const page = await context.newPage();
  await page.addInitScript(note);
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", network);
  await client.send("Performance.enable");
  await client.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  let bytes = 0;
  let requests = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    requests += 1;
    bytes += encodedDataLength;
  });
  await page.goto(path, { waitUntil: "commit" });
  await untilQuiet(page, () => requests);
  const { metrics } = await client.send("Performance.getMetrics");
  const noted = await page.evaluate(() => Reflect.get(window, "noted") as Omit<Load, "script">);
  await context.close();
  const script = 1_000 * (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN);
  return { ...noted, script, requests, kB: bytes / 1_000 };
}

async function untilQuiet(page: Page, count: () => number): Promise<void> {
  const end = performance.now() + patienceMs;
  for (let before = -1; performance.now() < end; ) {
    const sinceTask = await page.evaluate(
      () => performance.now() - Number(Reflect.get(window, "lastTaskEnd") ?? 0),
    );
    if (before === count() && sinceTask > quietMs) return;
    before = count();
    await page.waitForTimeout(quietMs);
  }
}

/** Runs in the page. */
function note(): void {
  const noted = {
    "first paint": 0,
    "largest paint": 0,
    blocked: 0,
    "longest task": 0,
    "layout shift": 0,
  };
  Reflect.set(window, "noted", noted);
  const observe = (type: string, hear: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true });
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") noted["first paint"] = startTime;
  });
  observe("largest-contentful-paint", ({ startTime }) => {
    noted["largest paint"] = startTime;
  });
  observe("layout-shift", (entry) => {
    noted["layout shift"] += Number(Reflect.get(entry, "value"));
  });
  observe("longtask", ({ startTime, duration }) => {
    Reflect.set(window, "lastTaskEnd", startTime + duration);
    noted["longest task"] = Math.max(noted["longest task"], duration);
    noted.blocked += duration - 50;
  });
}

function inWords(name: string, rounds: readonly (readonly Load[])[]): string {
  const loads = rounds.flat();
  const median = (key: keyof Load) =>
    quantile(
      loads.map((load) => load[key]),
      0.5,
    );
  const ms = (["first paint", "largest paint", "blocked", "script", "longest task"] as const).map(
    (key) => `${key} ${median(key).toFixed(0)} ms`,
  );
  return `${name}: ${ms.join(", ")}, layout shift ${median("layout shift").toFixed(3)}, ${median("requests").toFixed(0)} requests, ${median("kB").toFixed(0)} kB`;
}

async function startFloor(): Promise<{ url: string; close: () => void }> {
  const text = `<!doctype html><title>Floor</title><h1>A page of text</h1>${"<p>Nothing else.</p>".repeat(40)}`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.closeAllConnections() };
}
