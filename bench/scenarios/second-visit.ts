import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { startAtoll } from "../atoll-process.ts";
import { launchProfile } from "../browser.ts";
import { quantile } from "../quantiles.ts";

const rounds = 9;
/** Slow 3G: 400 kbit/s each way, and 400 ms from a question to the first byte of its answer. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const atOnce = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const limitMs = 300;

/**
 * From opening Atoll a second time, in a new tab over slow 3G, to its frame painted: header, navigation and the sheet. The
 * service worker has the app's files; what stands in the sheet comes from the server and is not counted.
 */
export async function secondVisit(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const folder = await mkdtemp(join(tmpdir(), "atoll-bench-profile-"));
  // As a person's own browser is: what is kept lies on the disk.
  const context = await launchProfile(folder, atoll.url);
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("Email").fill(atoll.adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(atoll.adminPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard");
  say("the worker keeps the app");
  await page.waitForFunction(async () => {
    const names = await caches.keys();
    const kept = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).length),
    );
    return navigator.serviceWorker.controller !== null && Math.max(0, ...kept) > 100;
  });
  await page.close();
  const took: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? "warming up" : `round ${round} of ${rounds}`);
    const [near, far] = [await visit(context, atOnce), await visit(context, slow3g)];
    if (round === 0) continue;
    floor.push(near);
    took.push(far);
  }
  await context.close();
  await atoll.stop();
  await rm(folder, { recursive: true, force: true });
  const [median, near] = [quantile(took, 0.5), quantile(floor, 0.5)];
  return [
    `the frame painted on a second visit, 400 kbit/s and 400 ms: p50 ${median.toFixed(0)} ms, worst of ${rounds} ${Math.max(...took).toFixed(0)} ms`,
    `the same on the server's machine, which is the time to render it: p50 ${near.toFixed(0)} ms`,
    `limit ${limitMs} ms: ${median <= limitMs ? "held" : "EXCEEDED"}`,
  ];
}

async function visit(context: BrowserContext, network: typeof slow3g): Promise<number> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", network);
  await page.addInitScript(noteFrame);
  await page.goto("/dashboard", { waitUntil: "commit" });
  const ms = await framePainted(page);
  await page.close();
  return ms;
}

/** Runs in the page: the moment of the first frame that has navigation and sheet, counted from the start of the visit. */
function noteFrame(): void {
  const look = () => {
    if (!document.querySelector("nav") || !document.querySelector("main"))
      return void requestAnimationFrame(look);
    // The next frame begins when this one was painted.
    requestAnimationFrame(() => Reflect.set(window, "framePaintedAt", performance.now()));
  };
  requestAnimationFrame(look);
}

async function framePainted(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => Reflect.get(window, "framePaintedAt"));
  return Number(await found.jsonValue());
}
