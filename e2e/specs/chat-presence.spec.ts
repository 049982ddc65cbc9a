import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// The journey cuts a connection on purpose; Chromium reports each failed load.
test.use({ allowConsole: /Failed to load resource|WebSocket connection to|net::ERR/ });
test("two people, one on a phone, see each other's presence", async ({ signIn }) => {
  const [desk, pocket] = [await signIn("hanne.lindqvist"), await signIn("marisol.vega", phone)];
  await desk.goto("/chat");

  await test.step("a person who opens Atoll is shown as online, with their chosen status", async () => {
    await pocket.goto("/chat");
    await expect(row(desk, "Marisol Vega", "Online")).toBeVisible();
    await expect(row(pocket, "Hanne Lindqvist", "Online")).toBeVisible();
    await desk.getByRole("button", { name: "Status: Online" }).click();
    await desk.getByRole("menuitemradio", { name: /^Do Not Disturb/ }).click();
    await expect(row(pocket, "Hanne Lindqvist", "Do Not Disturb")).toBeVisible();
    await desk.reload();
    await expect(desk.getByRole("button", { name: "Status: Do Not Disturb" })).toBeVisible();
    await desk.getByRole("button", { name: "Status: Do Not Disturb" }).click();
    await desk.getByRole("menuitemradio", { name: /^Online/ }).click();
    await expect(row(pocket, "Hanne Lindqvist", "Online")).toBeVisible();
  });

  await test.step("a phone shows list, conversation and home one at a time, with a way back", async () => {
    await row(pocket, "Hanne Lindqvist", "Online").click();
    await expect(pocket.getByRole("heading", { level: 1, name: /^Hanne Lindqvist/ })).toBeVisible();
    await expect(pocket.getByRole("navigation", { name: "Chats" })).toBeHidden();
    await pocket.getByRole("button", { name: "Back to chats" }).click();
    await expect(pocket.getByRole("navigation", { name: "Chats" })).toBeVisible();
    await pocket.getByRole("link", { name: "Home", exact: true }).click();
    await expect(pocket.getByRole("heading", { name: "Recent chats" })).toBeVisible();
    await pocket.getByRole("button", { name: "Back to chats" }).click();
    await row(pocket, "Hanne Lindqvist", "Online").click();
    await expectAccessible(pocket, "a conversation on a phone");
  });

  await test.step("shows typing, and then the message", async () => {
    await row(desk, "Marisol Vega", "Online").click();
    await expect(desk.getByRole("heading", { level: 1, name: /^Marisol Vega/ })).toBeVisible();
    const field = pocket.getByRole("textbox", { name: /^Message Hanne/ });
    // It is shown until two seconds after the last key, which a busy machine may miss: then the person types again.
    await expect(async () => {
      await field.fill("");
      const seen = expect(desk.getByText("Marisol Vega is typing")).toBeVisible({ timeout: 5_000 });
      await Promise.all([seen, field.pressSequentially("Are you there?", { delay: 60 })]);
    }).toPass();
    await pocket.getByRole("button", { name: "Send" }).click();
    await expect(message(desk, "Are you there?")).toBeVisible();
    await expect(desk.getByText("Marisol Vega is typing")).toBeHidden();
  });

  await test.step("a finger that rests on a message opens its menu", async () => {
    const bubble = message(pocket, "Are you there?");
    await hold(bubble);
    await expect(pocket.getByRole("menuitem", { name: "Copy text" })).toBeVisible();
    await pocket.keyboard.press("Escape");
    await expect(pocket.getByRole("menuitem", { name: "Copy text" })).toBeHidden();
  });

  await test.step("nothing on the phone is too small for a finger", async () => {
    expect(await tooSmall(pocket)).toEqual([]);
    await pocket.getByRole("button", { name: "Back to chats" }).click();
    expect(await tooSmall(pocket)).toEqual([]);
  });

  await test.step("a channel's header shows members and people online, and a lost connection", async () => {
    await desk
      .getByRole("link", { name: /^general/ })
      .first()
      .click();
    const people = desk.getByRole("button", { name: /\d+ members.*\d+ online/ });
    await expect(people).toBeVisible();
    await desk.context().setOffline(true);
    await expect(desk.getByText("Disconnected").first()).toBeVisible({ timeout: 90_000 });
    await expect(people).toBeHidden();
    await desk.context().setOffline(false);
    await expect(desk.getByText("Disconnected").first()).toBeHidden({ timeout: 60_000 });
    await expect(people).toBeVisible();
  });

  await test.step("a person who leaves is shown as offline", async () => {
    await desk.context().close();
    await expect(row(pocket, "Hanne Lindqvist", "Offline")).toBeVisible({ timeout: 60_000 });
  });
});

test("links lead to channels, lists and messages, and say when there is nothing", async ({ signIn }) => {
  const page = await signIn("marisol.vega");
  await page.goto("/chat?view=mentions");
  await expect(page.getByRole("heading", { level: 1, name: "Mentions" })).toBeVisible();
  await page.goto("/chat?view=starred");
  await expect(page.getByRole("heading", { level: 1, name: "Starred" })).toBeVisible();
  await page.goto("/chat");
  await page
    .getByRole("link", { name: /^deploys/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "deploys" })).toBeVisible();
  const address = page.url();
  const linked = page.getByRole("article").filter({ hasText: "Draining now." });
  const id = await linked.getAttribute("data-message");
  await page.goto(`${address}?message=${id}`);
  await expect(linked).toBeVisible();
  await page.goto(`${address}?thread=${id}`);
  await expect(page.getByRole("region", { name: "Thread" })).toBeVisible();
  await page.goto("/chat/channel/00000000-0000-7000-8000-000000000001");
  await expect(page.getByRole("alert")).toHaveText(/This chat does not exist, or you are not in it\./);
});

/** A person's row in the list, by how they are. */
function row(page: Page, name: string, presence: string): Locator {
  return page
    .getByRole("navigation", { name: "Chats" })
    .getByRole("link", { name: new RegExp(`^${name} ${presence}`) });
}

function message(page: Page, text: string): Locator {
  return page.getByRole("article").filter({ hasText: text }).last();
}

/** A long press, as a phone reports it. */
async function hold(target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error("There is nothing to press.");
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const cdp = await target.page().context().newCDPSession(target.page());
  await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  await expect(target.page().getByRole("menu")).toBeVisible();
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/**
 * Returns the controls in the sheet whose target is smaller than 44px. Buttons have a target slightly larger than their
 * visible area.
 */
async function tooSmall(page: Page): Promise<string[]> {
  return page.getByRole("main").evaluate((main) =>
    [...main.querySelectorAll("a, button")]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        const reach = getComputedStyle(element, "::after").inset.startsWith("-4px") ? 8 : 0;
        return width > 1 && (width + reach < 44 || height + reach < 44);
      })
      .map((element) => element.ariaLabel ?? element.textContent ?? ""),
  );
}
