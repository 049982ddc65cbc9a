import type { Page } from "@playwright/test";
import { startAtoll } from "../atoll-process.ts";
import { openBrowser } from "../browser.ts";
import { writeHistory } from "../chat-history.ts";
import { ms, quantile } from "../quantiles.ts";

const messageCount = 1_000_000;
const channelCount = 199;
const rounds = 12;
const othersEach = 4;
const limitMs = 100;
/** As long as people hold the button of a mouse down. The page asks for the messages when it goes down. */
const heldMs = 80;

/**
 * From the click on a channel in a drawer of 200 to its messages painted: the channel of a million messages and small
 * ones, each for the first time and again. The server's share is listed too, and so are clicks no person makes, without
 * time between press and release.
 */
export async function openChannel(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  say(`writing ${messageCount} messages`);
  const { reader, longId } = await writeHistory(atoll, { messages: messageCount, channels: channelCount });
  const { browser, page } = await openBrowser(atoll, reader.email);
  const took = {
    first: [] as number[],
    again: [] as number[],
    others: [] as number[],
    atOnce: [] as number[],
    server: [] as number[],
  };
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? "warming up" : `round ${round} of ${rounds}`);
    await page.goto("/chat");
    await page.getByRole("navigation", { name: "Chats" }).getByRole("link").nth(channelCount).waitFor();
    // The parts of the page that are not there at first come when the browser has nothing to do.
    await page.waitForLoadState("networkidle");
    await page.evaluate(watchPresses);
    const first = await press(page, "long history");
    const server = await page.evaluate(serverMs, longId);
    const others: number[] = [];
    const atOnce: number[] = [];
    for (let index = 0; index < othersEach; index += 1) {
      const title = `room ${(round * othersEach + index) % channelCount}`;
      if (index % 2 === 0) others.push(await press(page, title));
      else atOnce.push(await press(page, title, 0));
    }
    const again = await press(page, "long history");
    if (round === 0) continue;
    took.first.push(first);
    took.again.push(again);
    took.others.push(...others);
    took.atOnce.push(...atOnce);
    took.server.push(server);
  }
  await browser.close();
  await atoll.stop();
  const slowest = Math.max(
    ...[took.first, took.again, took.others, took.atOnce].map((values) => quantile(values, 0.5)),
  );
  return [
    `click to painted, ${channelCount + 1} channels in the drawer, each page reloaded, the button held for ${heldMs} ms`,
    `a channel of ${messageCount} messages, first time: ${row(took.first)}; of which its request ${row(took.server)}`,
    `the same again, kept: ${row(took.again)}`,
    `small channels, first time: ${row(took.others)}`,
    `small channels, first time, the button not held: ${row(took.atOnce)}`,
    `limit ${limitMs} ms at p50: ${slowest <= limitMs ? "held" : "EXCEEDED"}`,
  ];
}

function row(values: number[]): string {
  return `p50 ${ms(quantile(values, 0.5))}, p99 ${ms(quantile(values, 0.99))}`;
}

declare global {
  interface Window {
    pressedAt: number;
    paintedAfterMs: (title: string) => Promise<number>;
  }
}

async function press(page: Page, title: string, delay = heldMs): Promise<number> {
  const link = page
    .getByRole("navigation", { name: "Chats" })
    .getByRole("link", { name: title, exact: true });
  await link.scrollIntoViewIfNeeded();
  const painted = page.evaluate((name) => window.paintedAfterMs(name), title);
  await link.click({ delay });
  return painted;
}

/** Runs in the page: notes when a button of the mouse went up, and tells how long after it a channel was there. */
function watchPresses(): void {
  window.pressedAt = 0;
  window.addEventListener("click", ({ timeStamp }) => (window.pressedAt = timeStamp), { capture: true });
  window.paintedAfterMs = (title) => {
    window.pressedAt = 0;
    const isThere = () =>
      window.pressedAt > 0 &&
      document.querySelector("main header h1")?.textContent?.includes(title) === true &&
      document.querySelector("[role=feed] [data-message]") !== null;
    return new Promise((resolve) => {
      const look = () => {
        if (!isThere()) requestAnimationFrame(look);
        // The task after a frame's callbacks runs when the frame has been drawn.
        else setTimeout(() => resolve(performance.now() - window.pressedAt));
      };
      requestAnimationFrame(look);
    });
  };
}

/** Runs in the page: how long the page's first request for a channel's messages took; another one is for older ones. */
function serverMs(channelId: string): number {
  const requests = performance.getEntriesByType("resource");
  return requests.find(({ name }) => name.includes(`${channelId}/messages`))?.duration ?? Number.NaN;
}
