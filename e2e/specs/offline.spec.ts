import { eventRoutes } from "@atoll/contract/calendar/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { Page } from "@playwright/test";
import { demoPassword } from "../../server/demo/sign-ins.ts";
import { createClient } from "../../server/test/client.ts";
import { callAsAdministrator, createEmployee } from "../fixtures/administrator.ts";
import { addMember, inList, post, said, say } from "../fixtures/chat.ts";
import { appKept, seenKept } from "../fixtures/kept-app.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { openRealBrowser } from "../fixtures/real-browser.ts";
import { expect, giveSession, test } from "../fixtures/test.ts";

test.use({
  serviceWorkers: "allow",
  allowConsole: /Failed to load resource|WebSocket connection to|net::ERR/,
});

test("opens, reads and writes offline, and sends everything once and in order, even after the browser was killed", {
  tag: "@everyday",
}, async ({ server }) => {
  const admin = await callAsAdministrator(server.url);
  const nia = await createEmployee(admin, "Nia Brandt");
  const people = { owner: "dev.raghunathan", member: "sam.okafor" };
  const channel = await createPrivateChannel(server.url, people, `tide tables ${nia.id.slice(-6)}`);
  await addMember(channel, "Nia Brandt");
  await post(channel.owner, channel, "High water is at six.");
  const browser = await openRealBrowser();
  try {
    await giveSession(browser.page, nia.email, nia.password, server.url);
    await browser.page.goto(`${server.url}/inbox`);
    await expect(browser.page.getByRole("main").getByText(channel.name).first()).toBeVisible();
    await seenKept(browser.page, "channel.added");
    await browser.page.goto(`${server.url}/chat/channel/${channel.id}`);
    await expect(said(browser.page, "High water is at six.")).toBeVisible();
    await seenKept(browser.page, "High water is at six.", `"${channel.name}"`);
    await appKept(browser.page);

    await server.stop();
    await test.step("reopens the chat offline, with the time of its copy", async () => {
      const { page } = browser;
      await page.goto(`${server.url}/chat/channel/${channel.id}`);
      await expect(said(page, "High water is at six.")).toBeVisible();
      await expect(page.getByText(/^As of/).last()).toBeVisible();
      await expect(page.getByText("Showing the last stored version.")).toBeVisible();
      await say(page, "Then I sail at seven.");
      await say(page, "With the blue boat.");
      await expect(said(page, "With the blue boat.").getByText("Waiting for the connection")).toBeVisible();
    });
    await browser.crash();
    await test.step("keeps written messages after the browser was killed", async () => {
      const { page } = browser;
      await page.goto(`${server.url}/chat`);
      await inList(page, new RegExp(`^${channel.name}`)).click();
      await expect(said(page, "High water is at six.")).toBeVisible();
      await expect(said(page, "Then I sail at seven.")).toBeVisible();
      await expect(said(page, "With the blue boat.")).toBeVisible();
      await page
        .getByRole("button", { name: /^Inbox/ })
        .first()
        .click();
      await expect(page.getByRole("dialog", { name: "Inbox" }).getByText(channel.name).first()).toBeVisible();
      await page.keyboard.press("Escape");
    });
    await server.start();
    const { page } = browser;
    await expect(page.getByText("Showing the last stored version.")).toBeHidden();
    await expect(page.getByText(/^As of/)).toHaveCount(0);
    await expect(page.getByText("Waiting for the connection")).toHaveCount(0);
    const texts = async () =>
      (
        await channel.member.call(chatRoutes.listMessages, { params: { channelId: channel.id }, query: {} })
      ).messages.map(({ content }) => content);
    await expect
      .poll(texts)
      .toEqual(["High water is at six.", "Then I sail at seven.", "With the blue boat."]);
  } finally {
    await browser.close();
    await server.start();
  }
});

test("a session that ended while offline ends here on reconnect, and leaves no data, not even from a late response", {
  tag: "@everyday",
}, async ({ openBrowser, server }) => {
  const admin = await callAsAdministrator(server.url);
  const ole = await createEmployee(admin, "Ole Hammer");
  const page = await openBrowser();
  await giveSession(page, ole.email, ole.password);
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await appKept(page);
  await seenKept(page, '"pageParams"');
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText("Showing the last stored version.")).toBeVisible();
  await expect(page.getByText(/^As of/).last()).toBeVisible();

  const { session } = await createClient(server.url).call(identityRoutes.createToken, {
    query: { grant_type: "password" },
    body: { email: ole.email, password: ole.password },
  });
  await createClient(server.url, session.accessToken).call(identityRoutes.endSessions, {});
  await page.context().setOffline(false);
  await page.waitForURL("**/login**");
  await expect.poll(() => keptOf(page)).toEqual([]);

  // Another person in the same browser, whose inbox is asked for when they are gone.
  await giveSession(page, "yara.mansour@pelicanworks.example", demoPassword);
  const isHeld = Promise.withResolvers<void>();
  const mayGo = Promise.withResolvers<void>();
  await page.route("**/api/notifications?*", async (route) => {
    isHeld.resolve();
    await mayGo.promise;
    await route.continue().catch(() => undefined);
  });
  await page.goto("/inbox");
  await isHeld.promise;
  await expect(page.getByText(ole.name)).toHaveCount(0);
  await page.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  mayGo.resolve();
  await expect.poll(() => keptOf(page)).toEqual([]);
});

test("without a connection the dashboard and announcements open, and a task, an event and the inbox wait", async ({
  openBrowser,
  server,
}) => {
  const admin = await callAsAdministrator(server.url);
  const una = await createEmployee(admin, "Una Reyes");
  const { session } = await createClient(server.url).call(identityRoutes.createToken, {
    query: { grant_type: "password" },
    body: { email: una.email, password: una.password },
  });
  const own = createClient(server.url, session.accessToken);
  // It is in her inbox.
  await admin.call(taskRoutes.createTask, {
    body: { id: crypto.randomUUID(), title: "Oil the winch", assigneeId: una.id },
  });
  const page = await openBrowser();
  await giveSession(page, una.email, una.password);
  const announcements = page.getByRole("list", { name: "Announcements" }).getByRole("listitem");
  const done = page.getByRole("button", { name: "Mark all listed as done" });
  await page.goto("/announcements");
  await expect(announcements.first()).toBeVisible();
  await seenKept(page, '"mustRead"');
  await page.goto("/tasks");
  await seenKept(page, '"status":"todo"');
  await page.goto("/calendar");
  await seenKept(page, '"occurrences"');
  await page.goto("/inbox");
  await expect(done).toBeEnabled();
  await seenKept(page, '"isOwed"');
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "My Tasks" })).toBeVisible();
  await seenKept(page, '"layout"');
  await appKept(page);

  await page.context().setOffline(true);
  await test.step("both open, and say from when", async () => {
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { name: "My Tasks" })).toBeVisible();
    await expect(page.getByText(/^As of/).first()).toBeVisible();
    await page.goto("/announcements");
    await expect(announcements.first()).toBeVisible();
  });
  await test.step("offline changes are shown at once", async () => {
    await page.goto("/tasks?new=1");
    const task = page.getByRole("dialog", { name: "New Task" });
    await task.getByRole("textbox", { name: "Title" }).fill("Una splices the hawser");
    await task.getByRole("button", { name: "Create Task" }).click();
    await expect(page.getByRole("heading", { name: "Una splices the hawser" })).toBeVisible();
    await page.goto("/calendar");
    await page.getByRole("button", { name: "New Event" }).first().click();
    const event = page.getByRole("dialog", { name: "New Event" });
    await event.getByRole("textbox", { name: "Title" }).fill("Una rigs the mast");
    await event.getByRole("button", { name: "Create Event" }).click();
    await expect(event).toBeHidden();
    await expect(page.getByRole("button", { name: /Una rigs the mast/ }).first()).toBeVisible();
    await page.goto("/inbox");
    await done.click();
    await expect(done).toBeDisabled();
  });
  await page.context().setOffline(false);
  await expect(page.getByText("Showing the last stored version.")).toBeHidden();
  const arrived = async () => {
    const tasks = await own.call(taskRoutes.listTasks, { query: { text: "Una splices" } });
    const found = await own.call(eventRoutes.searchEvents, { query: { query: "Una rigs" } });
    const inbox = await own.call(notificationRoutes.listNotifications, { query: { state: "inbox" } });
    return [tasks.items.length, found.items.length, inbox.items.length];
  };
  await expect.poll(arrived).toEqual([1, 1, 0]);
});

/** The databases of this browser: nothing of anybody who has left. */
function keptOf(page: Page): Promise<(string | undefined)[]> {
  return page
    .evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    .catch(() => ["not yet"]);
}
