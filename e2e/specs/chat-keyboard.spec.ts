import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { callAsAdministrator, createEmployee, type Employee } from "../fixtures/administrator.ts";
import { inList, post } from "../fixtures/chat.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, giveSession, test } from "../fixtures/test.ts";

test("every chat, person and page can be reached by keyboard only", async ({
  signIn,
  server,
  openBrowser,
}) => {
  const page = await signIn("marisol.vega");
  await page.goto("/dashboard");
  const keys = page.keyboard;
  const palette = page.getByRole("dialog", { name: "Go anywhere" });
  const heading = page.getByRole("heading", { level: 1 });
  const openChat = page.getByRole("navigation", { name: "Chats" }).locator("[aria-current=page]");
  const goTo = async (text: string, option: RegExp) => {
    await keys.press("ControlOrMeta+k");
    await expect(palette.getByRole("combobox")).toBeFocused();
    await keys.type(text);
    await expect(palette.getByRole("option", { name: option, selected: true })).toBeVisible();
    await keys.press("Enter");
    await expect(palette).toBeHidden();
  };

  await test.step("the palette goes to a channel from another page", async () => {
    await expect(heading).toHaveText(/^Welcome back/);
    await goTo("deplo", /^deploys/);
    await expect(page).toHaveURL(/\/chat\/channel\//);
    await expect(heading).toHaveText("deploys");
    await expect(page.getByRole("textbox", { name: "Message deploys" })).toBeFocused();
  });

  await test.step("to a page, and to a list of chat", async () => {
    await goTo("calen", /^Calendar/);
    await expect(page).toHaveURL(/\/calendar$/);
    await goTo("mentions", /^Mentions/);
    await expect(page).toHaveURL(/\/chat\?view=mentions$/);
  });

  await test.step("to the tasks of a colleague", async () => {
    await goTo("tasks of ines", /^Tasks of Ines Caballero/);
    await expect(page).toHaveURL(/\/tasks\?.*assignee=/);
    await expect(page.getByRole("button", { name: /^Assignee: Ines Caballero/ })).toBeVisible();
  });

  await test.step("to a colleague without a chat, found by the server", async () => {
    const colleague = await createEmployee(await callAsAdministrator(server.url), "Perpetua Quill");
    await goTo("perpetua", /^Perpetua Quill/);
    await expect(heading).toHaveText(/^Perpetua Quill/);
    await expect(page.getByText("No messages yet. Start the conversation!")).toBeVisible();
    await keys.type("Welcome aboard");
    await keys.press("Enter");
    await expect(page.getByText("Welcome aboard", { exact: true }).last()).toBeVisible();
    const other = await signInAs(await openBrowser(), colleague);
    await other.goto("/chat");
    await expect(other.getByRole("link", { name: /^Marisol Vega.*1 unread$/ }).first()).toBeVisible();
  });

  await test.step("nothing found is said, and Escape closes and gives the focus back", async () => {
    await keys.press("ControlOrMeta+k");
    await expectAccessible(page, "the palette");
    await keys.type("zzyzx");
    await expect(palette.getByText('No results found for "zzyzx"')).toBeVisible();
    await keys.press("Escape");
    await expect(palette).toBeHidden();
    await expect(page.getByRole("textbox", { name: /^Message Perpetua/ })).toBeFocused();
  });

  await test.step("Alt and the arrows move through the drawer, also while a text is written", async () => {
    const before = await placeOf(openChat);
    await keys.press("Alt+ArrowDown");
    await expect(openChat).not.toHaveAttribute("href", before);
    await expect(page.getByRole("textbox", { name: /^Message / })).toBeFocused();
    await keys.press("Alt+ArrowUp");
    await expect(openChat).toHaveAttribute("href", before);
  });

  await test.step("with Shift only to what is unread; Escape marks the open one read", async () => {
    const people = { owner: "dev.raghunathan", member: "marisol.vega" };
    const channel = await createPrivateChannel(server.url, people, "keys-only");
    for (const text of ["Who holds the spare keys?", "And those of the cellar?"]) {
      await post(channel.owner, channel, text);
    }
    await expect(inList(page, /^keys-only.*2 unread/)).toBeVisible();
    const before = await placeOf(openChat);
    const unread = await inList(page, /\d unread/).evaluateAll((links) =>
      links.map((link) => link.getAttribute("href")),
    );
    await keys.press("Alt+Shift+ArrowDown");
    await expect(openChat).not.toHaveAttribute("href", before);
    expect(unread).toContain(await placeOf(openChat));
    await expect(page.getByRole("feed", { name: "Messages" })).toBeVisible();
    // People's own messages are never unread, and other tests may have posted in that chat.
    const theirs = page.getByRole("feed").locator('article:not([aria-label^="Marisol Vega,"])').last();
    await theirs.focus();
    await keys.press("ArrowUp");
    await expect(theirs).not.toBeFocused();
    await keys.press("ArrowDown");
    await expect(theirs).toBeFocused();
    await markUnread(page);
    await expect(openChat).toHaveAccessibleName(/\d unread/);
    await keys.press("Escape");
    await expect(openChat).not.toHaveAccessibleName(/unread/);
  });

  await test.step("the right arrow replies in the thread of the message that has the focus; Escape leads back to it", async () => {
    const last = page.getByRole("feed", { name: "Messages" }).getByRole("article").last();
    await last.focus();
    await expect(last.getByRole("button", { name: "Reply in thread" })).toBeVisible();
    await keys.press("ArrowRight");
    await expect(page.getByRole("textbox", { name: /^Reply/ })).toBeFocused();
    await keys.type("Under the third step");
    await keys.press("Enter");
    await expect(page.getByText("Under the third step", { exact: true }).last()).toBeVisible();
    await keys.press("Escape");
    await expect(page.getByRole("textbox", { name: /^Reply/ })).toHaveCount(0);
    await expect(last).toBeFocused();
  });

  await test.step("? lists them all, but not while a text is written", async () => {
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await page.getByRole("textbox", { name: /^Message / }).focus();
    await keys.type("why?");
    await expect(page.getByRole("textbox", { name: /^Message / })).toHaveValue("why?");
    await expect(sheet).toBeHidden();
    await page.getByRole("feed").getByRole("article").last().focus();
    await keys.press("?");
    await expect(sheet).toBeVisible();
    await expect(sheet.getByRole("heading", { level: 3 }).first(), "those of this page first").toHaveText(
      "Chats",
    );
    for (const line of [
      "Go anywhere",
      "Mark the open chat read",
      "Unread chat below",
      "New line",
      "Reply in thread, on a message",
    ]) {
      await expect(sheet.getByText(line, { exact: true })).toBeVisible();
    }
    await expectAccessible(page, "the sheet of shortcuts");
    await keys.press("Escape");
    await expect(sheet).toBeHidden();
  });
});

/** Where a chat of the list leads, which no change of its name, its count or its person's presence touches. */
async function placeOf(chat: Locator): Promise<string> {
  return (await chat.getAttribute("href")) ?? "";
}

/** From the message that has the focus, by its menu. */
async function markUnread(page: Page): Promise<void> {
  const more = page.locator("article:focus").getByRole("button", { name: "More actions" });
  await more.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Mark unread");
  await expect(page.getByRole("menuitem", { name: "Mark unread from here" })).toBeFocused();
  await page.keyboard.press("Enter");
}

async function signInAs(page: Page, { email, password }: Employee): Promise<Page> {
  await giveSession(page, email, password);
  await page.goto("/dashboard");
  return page;
}
