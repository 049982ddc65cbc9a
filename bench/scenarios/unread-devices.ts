import type { Page } from "@playwright/test";
import { startAtoll } from "../atoll-process.ts";
import { openBrowser } from "../browser.ts";
import { writeHistory } from "../chat-history.ts";
import { callWell } from "../member-calls.ts";
import { ms, quantile } from "../quantiles.ts";

const channelCount = 199;
const rounds = 40;
const limitMs = 1000;

/**
 * One person in two browsers with 200 channels each. How long after a message was posted both show that it is unread,
 * and how long after it was read in one of them neither does.
 */
export async function unreadDevices(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const { reader, writer } = await writeHistory(atoll, { messages: 1000, channels: channelCount });
  const devices = [await openBrowser(atoll, reader.email), await openBrowser(atoll, reader.email)] as const;
  const pages = devices.map(({ page }) => page);
  for (const page of pages) {
    await page.goto("/chat");
    await drawer(page).getByRole("link").nth(channelCount).waitFor();
    await page.waitForLoadState("networkidle");
  }
  say(`${rounds} messages, each read on one device`);
  const shown: number[] = [];
  const gone: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const link = drawer(devices[0].page).getByRole("link", { name: `room ${round}`, exact: true });
    const channelId = (await link.getAttribute("href"))?.split("/").at(-1) ?? "";
    const seen = pages.map((page) => whenUnread(page, channelId, true));
    const body = { id: crypto.randomUUID(), content: "Does everybody see this?" };
    await callWell(writer, atoll.url, "POST", `/api/channels/${channelId}/messages`, { body });
    const postedAt = Date.now();
    shown.push(Math.max(...(await Promise.all(seen))) - postedAt);
    const read = pages.map((page) => whenUnread(page, channelId, false));
    const pressedAt = Date.now();
    await drawer(devices[0].page).locator(`a[href$="${channelId}"]`).click();
    gone.push(Math.max(...(await Promise.all(read))) - pressedAt);
  }
  for (const { browser } of devices) await browser.close();
  await atoll.stop();
  const isHeld = Math.max(...shown, ...gone) <= limitMs;
  return [
    `one person on two devices, ${channelCount + 1} channels, ${rounds} messages`,
    `from the answer to the post until both show it unread: ${row(shown)}`,
    `from the press that opens it on one until neither shows it unread: ${row(gone)}`,
    `limit ${limitMs} ms at most: ${isHeld ? "held" : "EXCEEDED"}`,
  ];
}

function row(values: number[]): string {
  return `p50 ${ms(quantile(values, 0.5))}, p99 ${ms(quantile(values, 0.99))}, most ${ms(Math.max(...values))}`;
}

function drawer(page: Page) {
  return page.getByRole("navigation", { name: "Chats" });
}

/** When the channel's row is marked as unread, or is not any more. */
function whenUnread(page: Page, channelId: string, isUnread: boolean): Promise<number> {
  return page.evaluate(
    ([id, wanted]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const link = document.querySelector(`nav[aria-label=Chats] a[href$="${id}"]`);
          if (link?.textContent.includes("unread") === wanted) resolve(Date.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    [channelId, isUnread] as const,
  );
}
