import type { Locator, Page } from "@playwright/test";
import { inList } from "../fixtures/chat.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// A refused request is a failed load to Chromium.
test.use({ allowConsole: /Failed to load resource/ });

const toasts = (page: Page): Locator =>
  page.getByRole("region", { name: "Notifications" }).getByRole("group");
const composer = (page: Page): Locator => page.locator("[data-clear-of-toasts]").last();

test("an error stays until it is closed, and covers no controls", async ({ signIn }) => {
  const page = await signIn("marisol.vega");
  await page.goto("/chat");
  await inList(page, /^deploys/).click();
  await page.route(/\/star$/, (route) => route.abort());
  const star = page
    .getByRole("main")
    .getByRole("button", { name: /^(Star|Remove star)$/ })
    .first();

  await test.step("stays above the composer at any height", async () => {
    await star.click();
    await expect(toasts(page)).toHaveCount(1);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expectAbove(toasts(page).first(), composer(page));
    await composer(page).getByRole("textbox").fill("one\ntwo\nthree\nfour\nfive\nsix");
    await expectAbove(toasts(page).first(), composer(page));
  });

  await test.step("shows three at once, and others when there is room", async () => {
    for (let count = 2; count <= 4; count += 1) {
      await star.click();
      await expect(toasts(page)).toHaveCount(Math.min(count, 3));
    }
    await expectAbove(toasts(page).first(), composer(page));
    // The one that is closed itself: there are three before and after it.
    const closed = await toasts(page).first().elementHandle();
    await toasts(page).first().getByRole("button", { name: "Close" }).click();
    await expect.poll(() => closed?.evaluate((toast) => toast.isConnected)).toBe(false);
    await expect(page.getByText("cannot be reached")).toHaveCount(3);
    await expect(toasts(page)).toHaveCount(3);
  });

  await test.step("can be reached by keyboard, and returns the focus", async () => {
    await composer(page).getByRole("textbox").focus();
    await page.keyboard.press("F6");
    await page.keyboard.press("Tab");
    await expect(toasts(page).first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(toasts(page)).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(toasts(page)).toHaveCount(1);
  });

  await test.step("closing one leaves a dialog as it is", async () => {
    await page.getByRole("button", { name: "New group" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New group" });
    await expect(dialog).toBeVisible();
    await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Close" }).click();
    await expect(toasts(page)).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("can be swiped away to the right", async () => {
    await star.click();
    const box = await toasts(page).first().boundingBox();
    if (!box) throw new Error("the toast has no place");
    await page.mouse.move(box.x + 60, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 220, box.y + box.height / 2, { steps: 8 });
    await page.mouse.up();
    await expect(toasts(page)).toHaveCount(0);
  });
});

test("on a phone, toasts appear above the field and above a sheet", async ({ signIn }) => {
  const page = await signIn("marisol.vega", phone);
  await page.goto("/chat");
  await inList(page, /^deploys/).click();
  await page.route(/\/star$/, (route) => route.abort());
  await page
    .getByRole("main")
    .getByRole("button", { name: /^(Star|Remove star)$/ })
    .first()
    .click();
  await expectAbove(toasts(page).first(), composer(page));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole("button", { name: "Back to chats" }).click();
  await page.getByRole("button", { name: "New group" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New group" });
  await expect(dialog).toBeVisible();
  await expect(async () => {
    const [one, other] = [await toasts(page).first().boundingBox(), await dialog.boundingBox()];
    if (!one || !other) throw new Error("one of them has no place");
    const gap = Math.max(other.y - (one.y + one.height), one.y - (other.y + other.height));
    expect(gap).toBeGreaterThanOrEqual(0);
  }).toPass();
});

test("toasts appear above the pager of a table", async ({ signIn }) => {
  const page = await signIn("greta.holm");
  await page.goto("/chat");
  await page.route(/\/star$/, (route) => route.abort());
  await inList(page, /^general/).click();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^(Star|Remove star)$/ })
    .first()
    .click();
  await expect(toasts(page)).toHaveCount(1);
  await page.getByRole("link", { name: "Admin", exact: true }).click();
  const pager = page.locator("[data-clear-of-toasts]").filter({ hasText: "results" });
  await pager.scrollIntoViewIfNeeded();
  await expectAbove(toasts(page).first(), pager);
});

async function expectAbove(toast: Locator, other: Locator): Promise<void> {
  await expect(toast).toBeVisible();
  await expect(async () => {
    const [one, below] = [await toast.boundingBox(), await other.boundingBox()];
    if (!one || !below) throw new Error("one of them has no place");
    expect(one.y + one.height).toBeLessThanOrEqual(below.y);
    expect(one.x).toBeGreaterThanOrEqual(0);
  }).toPass();
}
