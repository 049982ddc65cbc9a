import { chatRoutes } from "@atoll/contract/chat/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { Page } from "@playwright/test";
import { createClient } from "../../server/test/client.ts";
import { startPushService } from "../../server/test/push/push-service.ts";
import { callAsAdministrator, createEmployee } from "../fixtures/administrator.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { accessWorker, usePushService } from "../fixtures/push-browser.ts";
import { expect, giveSession, test } from "../fixtures/test.ts";

test.use({
  serviceWorkers: "allow",
  // An address of the API, which has no icon.
  allowConsole: /Failed to load resource: the server responded with a status of 404/,
});

test("a push message is shown, answered and opened from the notification, and disappears when it is read", {
  tag: "@whole-browser",
}, async ({ openBrowser, server }) => {
  const service = await startPushService();
  const device = service.subscribe();
  const admin = await callAsAdministrator(server.url);
  const pia = await createEmployee(admin, "Pia Push");
  const channel = await createPrivateChannel(
    server.url,
    { owner: "dev.raghunathan", member: "sam.okafor" },
    "harbour pushes",
  );
  await channel.owner.call(chatRoutes.addMember, { params: { channelId: channel.id, personId: pia.id } });
  const page = await openBrowser({ permissions: ["notifications"] });
  await usePushService(page.context(), device);
  await giveSession(page, pia.email, pia.password);
  await page.goto("/settings?view=notifications");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const call = async (text: string) => {
    const params = { channelId: channel.id };
    const body = { id: crypto.randomUUID(), content: `@Pia Push ${text}`, mentionIds: [pia.id] };
    return (await channel.owner.call(chatRoutes.postMessage, { params, body })).message;
  };
  /** The page leaves, so that nobody is looking; this address is no page of the app. */
  const leave = () => page.goto("/api/workspace");

  await test.step("turned on in the settings, and tried out", async () => {
    await page.getByRole("button", { name: "Turn on in this browser" }).click();
    await expect(page.getByText("Notifications reach this browser").first()).toBeVisible();
    await page.getByRole("button", { name: "Send a test notification" }).click();
    const [push] = await device.has(1);
    const worker = await accessWorker(page);
    await worker.show(push?.content, "Test Notification");
    expect((await worker.shown()).map(({ title }) => title)).toEqual(["Test Notification"]);
  });

  await test.step("answered from the notification", async () => {
    await leave();
    const message = await call("who sails?");
    const [, push] = await device.has(2);
    const worker = await accessWorker(page);
    const tag = push?.content.notification.tag ?? "";
    await worker.show(push?.content, tag);
    expect(await worker.shown()).toContainEqual(
      expect.objectContaining({ tag, body: "@Pia Push who sails?" }),
    );
    // A repeated push replaces the first one.
    const { content } = push!;
    await worker.show(
      { ...content, notification: { ...content.notification, title: "Once more" } },
      "Once more",
    );
    const titles = async () =>
      (await worker.shown()).filter((one) => one.tag === tag).map(({ title }) => title);
    await expect.poll(titles).toEqual(["Once more"]);
    await worker.press(tag, "reply", "I do");
    const replies = async () =>
      (await channel.owner.call(chatRoutes.listReplies, { params: { messageId: message.id }, query: {} }))
        .messages;
    await expect.poll(async () => (await replies()).map(({ content }) => content)).toEqual(["I do"]);
    await expect.poll(async () => (await worker.shown()).filter((one) => one.tag === tag)).toEqual([]);
  });

  await test.step("opens the exact place in an open page", async () => {
    await leave();
    const message = await call("look here");
    const push = (await device.has(3))[2];
    await page.goto("/tasks");
    await expect(page.getByRole("button", { name: /^Inbox/ })).toBeVisible();
    const worker = await accessWorker(page);
    const tag = push?.content.notification.tag ?? "";
    // A page listens a moment after it is shown; until then a new one would be opened, which needs a hand on the mouse.
    await expect(async () => {
      await worker.show(push?.content, tag);
      await worker.press(tag);
      const place = new RegExp(`${channel.id}\\?message=${message.id}`);
      await expect(page).toHaveURL(place, { timeout: 10_000 });
    }).toPass();
  });

  await test.step("disappears when it is read on another device", async () => {
    await page.goto("/tasks");
    await call("and here");
    const worker = await accessWorker(page);
    const client = createClient(server.url, await tokenOf(page));
    const query = { state: "unread" } as const;
    const find = async () =>
      (await client.call(notificationRoutes.listNotifications, { query })).items.find(({ excerpt }) =>
        excerpt.includes("and here"),
      );
    await expect.poll(find).toBeDefined();
    const entry = await find();
    const { content } = (await device.has(3))[2]!;
    await worker.show({ ...content, notification: { ...content.notification, tag: entry!.id } }, entry!.id);
    await client.call(notificationRoutes.changeNotifications, {
      body: { changes: [{ id: entry!.id, isRead: true }] },
    });
    await expect.poll(async () => (await worker.shown()).map((one) => one.tag)).not.toContain(entry?.id);
  });

  await test.step("a push message that cannot be decrypted shows a general notification", async () => {
    const worker = await accessWorker(page);
    await worker.show("no push of ours", "There is something new");
  });
  await page.context().close();
  await service.close();
});

async function tokenOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => localStorage.getItem("atoll.session.token"));
  return (JSON.parse(stored ?? "{}") as { accessToken: string }).accessToken;
}
