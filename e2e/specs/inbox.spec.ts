import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Page } from "@playwright/test";
import { callAsAdministrator, createEmployee } from "../fixtures/administrator.ts";
import { auditScreen } from "../fixtures/audit-screen.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { boxOf } from "../fixtures/tasks.ts";
import { expect, giveSession, phone, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

test.use({ toastSeconds: "60" });

const bell = (page: Page, unread: number) =>
  page.getByRole("button", { name: unread ? `Inbox ${unread} unread` : "Inbox", exact: true });
const entry = (page: Page, text: string) =>
  page.getByRole("main").locator("[data-entry]").filter({ hasText: text });

test("a notification is on all devices of its person until it is done", {
  tag: "@everyday",
}, async ({ openBrowser, server }) => {
  const admin = await callAsAdministrator(server.url);
  const pia = await createEmployee(admin, "Pia Lund");
  const channel = await createPrivateChannel(
    server.url,
    { owner: "dev.raghunathan", member: "sam.okafor" },
    "harbour lights",
  );
  await channel.owner.call(chatRoutes.addMember, {
    params: { channelId: channel.id, personId: pia.id },
  });
  const [desk, pocket] = [await openBrowser(), await openBrowser(phone)];
  for (const page of [desk, pocket]) {
    await giveSession(page, pia.email, pia.password);
    await page.goto("/inbox");
    await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  }
  // Signing in and being added are told, too: the journey begins with nothing.
  await expect(entry(desk, "harbour lights")).toBeVisible();
  const added = entry(pocket, "harbour lights");
  const title = await boxOf(added.getByRole("link"));
  const done = await boxOf(added.getByRole("button", { name: "Done" }));
  expect(done.y, "the buttons of a row are below its title").toBeGreaterThanOrEqual(title.y + title.height);
  await desk.getByRole("button", { name: "Mark all listed as done" }).click();
  for (const page of [desk, pocket]) {
    await expect(page.getByText("Nothing needs you right now.")).toBeVisible();
    await expect(bell(page, 0)).toBeVisible();
  }

  const call = (text: string) =>
    channel.owner.call(chatRoutes.postMessage, {
      params: { channelId: channel.id },
      body: { id: crypto.randomUUID(), content: `@Pia Lund ${text}`, mentionIds: [pia.id] },
    });
  await call("are the lamps here?");
  for (const page of [desk, pocket]) {
    await expect(bell(page, 1)).toBeVisible();
    await expect(entry(page, "are the lamps here?")).toBeVisible();
    await expect(page).toHaveTitle(/^\(1\) Inbox/);
  }
  // Without the toast of what was done before, which other journeys look at.
  await desk.reload();
  await expect(entry(desk, "are the lamps here?")).toBeVisible();
  await auditScreen(desk, "the inbox");
  await auditScreen(pocket, "the inbox on a phone");

  await test.step("marks it read on both devices", async () => {
    await desk.keyboard.press("j");
    await desk.keyboard.press("u");
    for (const page of [desk, pocket]) await expect(bell(page, 0)).toBeVisible();
  });
  await test.step("done by a key, and back by Undo", async () => {
    await desk.keyboard.press("e");
    const undo = await keepUndo(desk);
    for (const page of [desk, pocket]) await expect(entry(page, "lamps")).toHaveCount(0);
    await undo.click();
    for (const page of [desk, pocket]) await expect(entry(page, "lamps")).toBeVisible();
  });
  await test.step("snoozes it until tomorrow", async () => {
    await desk.keyboard.press("j");
    await desk.keyboard.press("h");
    await desk.getByRole("menuitem", { name: "Tomorrow" }).click();
    for (const page of [desk, pocket]) await expect(entry(page, "lamps")).toHaveCount(0);
    await desk.getByRole("button", { name: "View", exact: true }).click();
    await desk.getByRole("menuitemradio", { name: "Snoozed" }).click();
    await expect(entry(desk, "lamps")).toContainText("Back");
  });
  await test.step("an arriving entry leaves a half-written answer and its pane alone", async () => {
    await desk.getByRole("button", { name: "Clear Snoozed" }).click();
    await call("one more lamp?");
    const answer = desk.getByRole("textbox", { name: "Reply to Dev Raghunathan" });
    await entry(desk, "one more lamp?").getByRole("link").click();
    await answer.fill("Let me ");
    await call("and two chairs?");
    await expect(entry(desk, "and two chairs?")).toBeVisible();
    await desk.keyboard.type("look.");
    await expect(answer).toHaveValue("Let me look.");
    await answer.fill("");
    await desk.getByRole("button", { name: "Mark all listed as done" }).click();
    await expect(desk.getByText("Nothing needs you right now.")).toBeVisible();
  });
  await test.step("E is for the entry next to the list while no row has the focus", async () => {
    await call("and a table?");
    await expect(entry(desk, "and a table?")).toBeVisible();
    await desk.getByRole("heading", { level: 1, name: "Inbox" }).click();
    await desk.keyboard.press("e");
    await expect(entry(desk, "and a table?")).toHaveCount(0);
  });
  await test.step("the bell shows the newest entry, and links to its place", async () => {
    await call("and the cables?");
    await bell(desk, 1).click();
    const popover = desk.getByRole("dialog", { name: "Inbox" });
    await popover.getByRole("link", { name: /mentioned you in harbour lights/ }).click();
    await expect(desk).toHaveURL(new RegExp(`/chat/channel/${channel.id}`));
    await expect(desk.getByRole("article").filter({ hasText: "and the cables?" })).toBeVisible();
    for (const page of [desk, pocket]) await expect(bell(page, 0)).toBeVisible();
  });
  await test.step("a mention is read in its context and answered in place, which marks it done", async () => {
    await call("and the spare bulbs?");
    await desk.goto("/inbox");
    const pane = desk.getByRole("region", { name: "The chosen entry" });
    await entry(desk, "and the spare bulbs?").getByRole("link").click();
    await expect(pane.getByText("and the cables?")).toBeVisible();
    await expect(pane.getByText("Here because Dev Raghunathan mentioned you by name.")).toBeVisible();
    await expect(desk).toHaveURL(/\/inbox/);
    await auditScreen(desk, "the inbox with an entry next to it");
    await pane.getByRole("textbox", { name: "Reply to Dev Raghunathan" }).fill("Two boxes, in the shed.");
    await pane.getByRole("button", { name: "Send" }).click();
    for (const page of [desk, pocket]) await expect(entry(page, "spare bulbs")).toHaveCount(0);
    await desk.goto(`/chat/channel/${channel.id}`);
    await expect(desk.getByRole("article").filter({ hasText: "Two boxes, in the shed." })).toBeVisible();
  });
});
