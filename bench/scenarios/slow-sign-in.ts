import type { CDPSession, Page } from "@playwright/test";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { launchBrowser } from "../browser.ts";
import { quantile } from "../quantiles.ts";

const rounds = 5;
/** Slow 3G: 400 kbit/s each way, and 400 ms from a question to the first byte of its answer. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const limit = { kb: 250, seconds: 6 };

interface Load {
  seconds: number;
  /** As it came over the wire, heads of answers included. */
  kb: number;
  requests: number;
}

/** The sign-in page, opened for the first time over slow 3G; and from "Sign In" to the dashboard, over the same. */
export async function slowSignIn(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const loads: Load[] = [];
  const entered: Load[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    // A browser of its own each time: nothing is kept.
    const browser = await launchBrowser();
    const page = await browser.newPage({ baseURL: atoll.url, viewport: { width: 1440, height: 900 } });
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", slow3g);
    loads.push(
      await measure(
        client,
        () => open(page),
        () => settle(page),
      ),
    );
    entered.push(await measure(client, () => enter(page, atoll)));
    await browser.close();
  }
  await atoll.stop();
  const seconds = median(loads, "seconds");
  const kb = median(loads, "kb");
  const isHeld = kb <= limit.kb && seconds <= limit.seconds;
  return [
    `the sign-in page until one can type, for the first time, 400 kbit/s and 400 ms: ${row(loads)}`,
    `from "Sign In" to the dashboard: ${row(entered)}`,
    `limit ${limit.kb} kB and ${limit.seconds} s for the page: ${isHeld ? "held" : "EXCEEDED"}`,
  ];
}

async function open(page: Page): Promise<void> {
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email").waitFor();
}

/** Its fonts and icons come after the page can be used, and count. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
}

async function enter(page: Page, { adminEmail, adminPassword }: AtollProcess): Promise<void> {
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(adminPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard");
  await page.getByRole("navigation").first().waitFor();
}

async function measure(
  client: CDPSession,
  act: () => Promise<void>,
  settled: () => Promise<void> = async () => {},
): Promise<Load> {
  let bytes = 0;
  let requests = 0;
  const count = ({ encodedDataLength }: { encodedDataLength: number }) => {
    bytes += encodedDataLength;
    requests += 1;
  };
  client.on("Network.loadingFinished", count);
  const before = performance.now();
  await act();
  const seconds = (performance.now() - before) / 1000;
  await settled();
  client.off("Network.loadingFinished", count);
  return { seconds, kb: bytes / 1000, requests };
}

function row(loads: readonly Load[]): string {
  const of = (name: keyof Load) => median(loads, name);
  return `${of("seconds").toFixed(1)} s, ${of("kb").toFixed(0)} kB in ${of("requests")} answers`;
}

function median(loads: readonly Load[], name: keyof Load): number {
  return quantile(
    loads.map((load) => load[name]),
    0.5,
  );
}
