import { randomUUID } from "node:crypto";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import type { Page } from "@playwright/test";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { send, stored } from "../fixtures/tasks.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// As on Windows: bars take room next to what they scroll. Playwright hides them otherwise.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] });
  },
});

/** The left edges of the days in a row of the week, in whole pixels. */
function edges(page: Page, selector: string): Promise<number[]> {
  return page
    .locator(selector)
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
}

test("the head of the week aligns with its columns when scroll bars take room", async ({ signIn }) => {
  for (const themeModeV2 of ["tropical", "dark"]) {
    const page = await signIn("marisol.vega");
    await page.addInitScript((theme) => localStorage.setItem("themeModeV2", theme), themeModeV2);
    await page.goto("/calendar?view=week&day=2027-03-20");
    const week = page.getByRole("region", { name: "Week" });
    await expect(week).toBeVisible();
    const body = page.locator("[data-cal-surface=hours]").locator("..");
    expect(await body.evaluate((one: HTMLElement) => one.offsetWidth - one.clientWidth)).toBeGreaterThan(0);
    const columns = await edges(page, "[data-cal-surface=hours] [data-cal-day]");
    expect(columns).toHaveLength(7);
    expect(await edges(page, "[data-cal-surface=days] [data-cal-day]")).toEqual(columns);
    expect(await edges(page, "[aria-label=Week] button[data-cal-head]")).toEqual(columns);
  }
});

const places = [
  "/dashboard",
  "/calendar?view=month",
  "/calendar/analytics",
  "/search?q=harbour",
  "/tasks?view=list",
  "/inbox",
  "/announcements",
  "/knowledge",
  "/settings",
];

/** Lists the faults of the bars of a page. */
function barsAmiss(): string[] {
  const page = document.scrollingElement;
  const wide = page && page.scrollWidth > page.clientWidth ? ["the page scrolls sideways"] : [];
  const amiss = [...document.querySelectorAll<HTMLElement>("body *")].flatMap((one) => {
    const style = getComputedStyle(one);
    const edge = (...sides: string[]) => sides.reduce((sum, side) => sum + Number.parseFloat(side), 0);
    const below = one.offsetHeight - one.clientHeight - edge(style.borderTopWidth, style.borderBottomWidth);
    const atSide = one.offsetWidth - one.clientWidth - edge(style.borderLeftWidth, style.borderRightWidth);
    const name = `${one.tagName} ${one.getAttribute("aria-label") ?? one.className}`;
    if (/auto|scroll/.test(style.overflowX) && below > 1 && one.scrollWidth <= one.clientWidth)
      return [`a bar below what fits: ${name}`];
    return /auto|scroll/.test(style.overflowY) && atSide > 1 && style.scrollbarColor === "auto"
      ? [`a bar in the browser's own colours: ${name}`]
      : [];
  });
  return [...wide, ...amiss];
}

test("no page shows a bar where the content fits, and bars have the colours of the theme", async ({
  signIn,
}) => {
  for (const [themeModeV2, width] of [
    ["tropical", 1440],
    ["dark", 1100],
  ] as const) {
    const page = await signIn("marisol.vega", { viewport: { width, height: 800 } });
    await page.addInitScript((theme) => localStorage.setItem("themeModeV2", theme), themeModeV2);
    for (const place of places) {
      await page.goto(place);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect.poll(() => page.evaluate(barsAmiss), `${place} at ${width}`).toEqual([]);
    }
  }
});

test("a long recent search fits a phone", async ({ signIn }) => {
  const page = await signIn("yara.mansour", { ...phone, isMobile: false });
  await page.goto("/dashboard");
  await stored(page, "atoll.session.user");
  const words = "harbourfreight".repeat(12);
  await send(page, "POST", searchRoutes.noteSearch.path, { address: `q=${words}` });
  await page.goto("/search");
  const forget = page.getByRole("button", { name: `Forget ${words}` });
  await expect(forget).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(barsAmiss)).toEqual([]);
});

test("a wide table in a message scrolls with complete numbers, and its preview has only the text", async ({
  server,
  signIn,
}) => {
  const people = { owner: "yara.mansour", member: "ines.caballero" };
  const word = `berths${randomUUID().slice(0, 6)}`;
  const channel = await createPrivateChannel(server.url, people, word);
  const head = "| Port | Draught in metres | Rate per tonne | Surcharge | Discount | Total for the season |";
  const row = "| Lisbon | 11.50 | 1,204.33 | 98.20 | 1,000.00 | 128,400.00 |";
  await channel.owner.call(chatRoutes.postMessage, {
    params: { channelId: channel.id },
    body: { id: randomUUID(), content: `Rates ${word}\n\n${head}\n|---|--:|--:|--:|--:|--:|\n${row}` },
  });

  const page = await signIn("yara.mansour", { ...phone, isMobile: false });
  await page.goto(`/chat/channel/${channel.id}`);
  const table = page.getByRole("table");
  await expect(table).toBeVisible();
  const lines = await table.getByRole("cell").evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    }),
  );
  expect(lines).toEqual([1, 1, 1, 1, 1, 1]);
  const box = table.locator("..");
  expect(await box.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
  expect(await page.evaluate(barsAmiss)).toEqual([]);

  await page.goto(`/search?q=${word}&kind=message`);
  const hit = page.getByRole("option").first();
  await expect(hit).toContainText("Lisbon, 11.50, 1,204.33");
  await expect(hit).not.toContainText("|");
});
