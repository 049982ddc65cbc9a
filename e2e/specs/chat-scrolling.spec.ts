import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Locator, Page } from "@playwright/test";
import { addMember, inList, post, said, standstill } from "../fixtures/chat.ts";
import { createPrivateChannel, type PrivateChannel } from "../fixtures/private-channel.ts";
import { expect, phone, test } from "../fixtures/test.ts";

const count = 200;
/** The maximum number of the two hundred messages in the page at once. */
const mostRows = 120;
const feed = (page: Page): Locator => page.getByRole("feed", { name: "Messages" });
const rows = (page: Page): Locator => feed(page).getByRole("article");
const entry = (page: Page, number: number): Locator => said(page, `Entry ${number}.`);
const toLatest = (page: Page): Locator => page.getByRole("button", { name: /Jump to latest/ });
const topOf = async (row: Locator): Promise<number> => (await row.boundingBox())?.y ?? Number.NaN;

test("keeps the visible messages in place while a long history is scrolled", async ({ signIn, server }) => {
  // Nobody of another journey: what is left unread here would count there.
  const people = { owner: "priya.nair", member: "leila.farahani" };
  const log = await createPrivateChannel(server.url, people, "night-log");
  const other = await createPrivateChannel(server.url, people, "day-log");
  for (const channel of [log, other]) await addMember(channel, "Tadhg Brennan");
  const ids = await writeEntries(log);
  const tadhg = await signIn("tadhg.brennan");
  await tadhg.goto(`/chat/channel/${log.id}`);

  await test.step("opens at its end, with buttons to new messages and back", async () => {
    await expect(entry(tadhg, count)).toBeInViewport();
    await tadhg.getByRole("button", { name: "Jump to first unread" }).click();
    await expect(entry(tadhg, 1)).toBeInViewport();
    await expect(feed(tadhg).getByText("New messages")).toBeInViewport();
    await expect(tadhg.getByRole("button", { name: "Jump to first unread" })).toBeHidden();
    await toLatest(tadhg).click();
    await expect(entry(tadhg, count)).toBeInViewport();
    await expect(toLatest(tadhg)).toBeHidden();
  });

  await test.step("a page of older messages moves nothing", async () => {
    const release = await holdOlder(tadhg);
    await tadhg.reload();
    await scrollUntil(tadhg, -300, entry(tadhg, count - 40));
    await expect(toLatest(tadhg)).toBeVisible();
    const [seen, before] = await firstInView(tadhg);
    const oldest = rows(tadhg).first();
    const oldestName = await oldest.getAttribute("data-message");
    release();
    await expect(oldest).not.toHaveAttribute("data-message", oldestName ?? "");
    expect(await movedBy(seen, before)).toBeLessThanOrEqual(1);
    await expect(feed(tadhg)).toHaveAttribute("aria-busy", "false");
  });

  await test.step("new messages and growing ones above move nothing", async () => {
    const [seen, before] = await firstInView(tadhg);
    const above = rows(tadhg).first();
    const aboveId = (await above.getAttribute("data-message")) ?? "";
    const height = (await above.boundingBox())?.height ?? 0;
    await post(log.owner, log, `Entry ${count + 1}.`);
    await expect(toLatest(tadhg)).toContainText("1");
    const params = { messageId: aboveId };
    await log.owner.call(chatRoutes.addReaction, { params: { ...params, emoji: "👍" } });
    await post(log.member, log, "Which one was it?", aboveId);
    const changed = feed(tadhg).locator(`[data-message="${aboveId}"]`);
    await expect(changed.getByRole("button", { name: "1 reply" })).toBeAttached();
    await expect.poll(async () => (await changed.boundingBox())?.height).toBeGreaterThan(height + 20);
    expect(await movedBy(seen, before)).toBeLessThanOrEqual(1);
  });

  await test.step("resizing and returning keep the position", async () => {
    const [seen] = await firstInView(tadhg);
    await tadhg.setViewportSize({ width: 1000, height: 700 });
    await expect(seen).toBeInViewport();
    await tadhg.setViewportSize({ width: 1440, height: 900 });
    await expect(seen).toBeInViewport();
    await standstill(tadhg);
    const before = await topOf(seen);
    await inList(tadhg, "day-log").click();
    await expect(tadhg.getByText("No messages yet")).toBeVisible();
    await inList(tadhg, /^night-log/).click();
    await expect(seen).toBeInViewport();
    expect(await movedBy(seen, before)).toBeLessThanOrEqual(1);
  });

  await test.step("a link opens the middle, from where both directions load", async () => {
    await tadhg.goto(`/chat/channel/${log.id}?message=${ids[60]}`);
    await expect(entry(tadhg, 60)).toBeInViewport();
    await expect(entry(tadhg, 60)).toBeFocused();
    await scrollUntil(tadhg, -500, entry(tadhg, 1));
    await scrollUntil(tadhg, 500, entry(tadhg, count + 1));
    await expect(toLatest(tadhg)).toBeHidden();
    await post(log.owner, log, `Entry ${count + 2}.`);
    await expect(entry(tadhg, count + 2)).toBeInViewport();
    expect(await rows(tadhg).count()).toBeLessThanOrEqual(mostRows);
  });

  await test.step("a link to a reply opens its thread, and the channel at its message", async () => {
    const reply = await post(log.owner, log, "The blue one.", ids[90]);
    await tadhg.goto(`/chat/channel/${log.id}?message=${reply.id}&thread=${ids[90]}`);
    await expect(entry(tadhg, 90)).toBeInViewport();
    await expect(tadhg.getByRole("region", { name: "Thread" }).getByText("The blue one.")).toBeVisible();
  });

  await test.step("a thread keeps its position, and its end in view", async () => {
    const replyIds: string[] = [];
    for (let number = 1; number <= 10; number += 1) {
      const by = number % 2 === 0 ? log.owner : log.member;
      replyIds.push((await post(by, log, `Reply ${number}.\n\nOf three.\n\nLines.`, ids[90])).id);
    }
    const thread = tadhg.getByRole("region", { name: "Thread" });
    const inThread = (text: string) => thread.getByRole("article").filter({ hasText: text });
    const [above, seen] = [inThread("Reply 2."), inThread("Reply 7.")];
    await expect(inThread("Reply 10.")).toBeInViewport();
    const react = async (index: number) => {
      const params = { messageId: replyIds[index] ?? "", emoji: "👍" };
      await log.owner.call(chatRoutes.addReaction, { params });
    };
    await react(9);
    await expect(inThread("Reply 10.").getByRole("button", { name: /👍/ })).toBeInViewport({
      ratio: 0.9,
    });

    await inThread("Reply 10.").hover();
    await tadhg.mouse.wheel(0, -250);
    await expect(inThread("Reply 10.")).not.toBeInViewport({ ratio: 0.5 });
    const [before, height] = [await topOf(seen), (await above.boundingBox())?.height ?? 0];
    await react(1);
    await expect.poll(async () => (await above.boundingBox())?.height).toBeGreaterThan(height + 20);
    expect(Math.abs((await topOf(seen)) - before)).toBeLessThanOrEqual(1);
  });

  await test.step("the same on a phone", async () => {
    const small = await signIn("tadhg.brennan", phone);
    // Before the page is open: it asks for older messages as soon as it is.
    const release = await holdOlder(small);
    await small.goto(`/chat/channel/${log.id}`);
    await expect(entry(small, count + 2)).toBeInViewport();
    await scrollUntil(small, -300, entry(small, count - 46));
    const [seen, before] = await firstInView(small);
    const oldest = rows(small).first();
    const oldestName = await oldest.getAttribute("data-message");
    release();
    await expect(oldest).not.toHaveAttribute("data-message", oldestName ?? "");
    expect(await movedBy(seen, before)).toBeLessThanOrEqual(1);
    await toLatest(small).click();
    await expect(entry(small, count + 2)).toBeInViewport();
    expect(await rows(small).count()).toBeLessThanOrEqual(mostRows);
    expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

/** How far a message stands from where it stood, when everything has come to rest. */
async function movedBy(message: Locator, before: number): Promise<number> {
  await standstill(message.page());
  return Math.abs((await topOf(message)) - before);
}

/** By two people in turn, each a hundred: the server takes 120 a minute of one person. */
async function writeEntries(channel: PrivateChannel): Promise<string[]> {
  const ids = [""];
  for (let number = 1; number <= count; number += 1) {
    const by = Math.floor(number / 3) % 2 === 0 ? channel.owner : channel.member;
    ids.push((await post(by, channel, `Entry ${number}.`)).id);
  }
  return ids;
}

/** Answers to requests for older messages wait until the returned function is called. */
async function holdOlder(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/messages\?.*before=/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Turns the wheel until a message is in view, and has all that is on its way arrive. */
async function scrollUntil(page: Page, step: number, message: Locator): Promise<void> {
  await feed(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, step);
    expect(await rows(page).count()).toBeLessThanOrEqual(mostRows);
    await expect(message).toBeInViewport({ timeout: 100 });
  }).toPass({ timeout: 90_000, intervals: [50] });
}

/** The uppermost message that is whole in view, and how far down it stands. */
async function firstInView(page: Page): Promise<[Locator, number]> {
  await standstill(page);
  const id = await feed(page).evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    const messages = [...element.querySelectorAll<HTMLElement>("[data-message]")];
    return messages.find((message) => message.getBoundingClientRect().top >= top)?.dataset.message ?? "";
  });
  const row = feed(page).locator(`[data-message="${id}"]`);
  return [row, await topOf(row)];
}
