import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { BrowserContext, Page } from "@playwright/test";
import { type Client, createClient } from "../../server/test/client.ts";
import { callAsAdministrator, createEmployee, type Employee } from "../fixtures/administrator.ts";
import { addMember, said, say } from "../fixtures/chat.ts";
import { createPrivateChannel, type PrivateChannel } from "../fixtures/private-channel.ts";
import { expect, giveSession, phone, test } from "../fixtures/test.ts";

test.use({ allowConsole: /Failed to load resource|WebSocket connection to|net::ERR/ });

const bell = (page: Page, unread: number) =>
  page.getByRole("button", { name: unread ? `Inbox ${unread} unread` : "Inbox", exact: true });

/** Notes in each page how often it rang, and the number on the app's icon. */
async function listen(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const noted = { rung: 0, icon: 0 };
    Reflect.set(window, "noted", noted);
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function ring() {
      noted.rung += 1;
      return create.call(this);
    };
    // This browser installs no apps.
    Reflect.set(navigator, "setAppBadge", async (count: number) => {
      noted.icon = count;
    });
  });
}

const noted = (page: Page) =>
  page.evaluate(() => Reflect.get(window, "noted") as { rung: number; icon: number });

function mention(channel: PrivateChannel, { id, name }: Employee, text: string) {
  return channel.owner.call(chatRoutes.postMessage, {
    params: { channelId: channel.id },
    body: { id: crypto.randomUUID(), content: `@${name} ${text}`, mentionIds: [id] },
  });
}

async function clientOf(url: string, { email, password }: Employee): Promise<Client> {
  const { session } = await createClient(url).call(identityRoutes.createToken, {
    query: { grant_type: "password" },
    body: { email, password },
  });
  return createClient(url, session.accessToken);
}

const everything = (client: Client) =>
  client.call(notificationRoutes.listNotifications, { query: { limit: 100 } });

const countOf = async (client: Client) =>
  (await client.call(notificationRoutes.countNotifications, {})).counts.unread;

async function readAll(client: Client): Promise<void> {
  const { items } = await everything(client);
  const changes = items.map(({ id }) => ({ id, isRead: true }));
  if (changes.length > 0) await client.call(notificationRoutes.changeNotifications, { body: { changes } });
}

const people = { owner: "dev.raghunathan", member: "sam.okafor" };

test("only one of two tabs rings and sends, and the app icon shows the same count as the bell", async ({
  openBrowser,
  server,
}) => {
  const admin = await callAsAdministrator(server.url);
  const liv = await createEmployee(admin, "Liv Aune");
  const channel = await createPrivateChannel(server.url, people, `two tabs ${liv.id.slice(-6)}`);
  await addMember(channel, liv.name);
  await readAll(await clientOf(server.url, liv));
  const one = await openBrowser();
  await listen(one.context());
  await giveSession(one, liv.email, liv.password);
  await readAll(await clientOf(server.url, liv));
  const two = await one.context().newPage();
  const tabs = [one, two];
  for (const tab of tabs) {
    const settings = tab.waitForResponse(/\/api\/notifications\/settings$/);
    await tab.goto("/dashboard");
    await settings;
    await expect(bell(tab, 0)).toBeVisible();
  }

  await test.step("each mention rings once", async () => {
    for (const count of [1, 2, 3]) {
      await mention(channel, liv, `call ${count}`);
      for (const tab of tabs) {
        await expect(bell(tab, count)).toBeVisible();
        await expect.poll(async () => (await noted(tab)).icon).toBe(count);
      }
      const rung = async () => (await noted(one)).rung + (await noted(two)).rung;
      await expect.poll(rung).toBe(count);
    }
  });

  await test.step("an offline message is sent once", async () => {
    await one.goto(`/chat/channel/${channel.id}`);
    await expect(said(one, "call 3")).toBeVisible();
    // Being there reads it, in both.
    for (const tab of tabs) {
      await expect(bell(tab, 0)).toBeVisible();
      await expect.poll(async () => (await noted(tab)).icon).toBe(0);
    }
    const context = one.context();
    await context.setOffline(true);
    await say(one, "First of the tunnel.");
    await say(one, "Second of the tunnel.");
    await expect(said(one, "Second of the tunnel.").getByText("Waiting for the connection")).toBeVisible();
    const sent: string[] = [];
    context.on("response", (answer) => {
      const request = answer.request();
      if (request.method() === "POST" && request.url().endsWith("/messages"))
        sent.push(String(request.postDataJSON().content));
    });
    await context.setOffline(false);
    await expect(one.getByText("Waiting for the connection")).toHaveCount(0);
    const texts = async () =>
      (
        await channel.owner.call(chatRoutes.listMessages, { params: { channelId: channel.id }, query: {} })
      ).messages.map(({ content }) => content);
    await expect
      .poll(async () => (await texts()).slice(-2))
      .toEqual(["First of the tunnel.", "Second of the tunnel."]);
    // The response to a message already on the server may still be in transit.
    await expect.poll(() => sent).toEqual(["First of the tunnel.", "Second of the tunnel."]);
  });
});

test("unread counts follow every action on another device", async ({ openBrowser, server }) => {
  const admin = await callAsAdministrator(server.url);
  const mo = await createEmployee(admin, "Mo Sand");
  const channel = await createPrivateChannel(server.url, people, `two devices ${mo.id.slice(-6)}`);
  await addMember(channel, mo.name);
  const client = await clientOf(server.url, mo);
  const [desk, pocket] = [await openBrowser(), await openBrowser(phone)];
  for (const page of [desk, pocket]) {
    await giveSession(page, mo.email, mo.password);
    await page.goto("/inbox");
    await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  }
  // The same row of numbers each time: what fails, fails again.
  let seed = 20261123;
  const upTo = (many: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * many);
  };
  for (let round = 1; round <= 6; round += 1) {
    for (let act = 0; act < 4; act += 1) {
      const { items } = await everything(client);
      const one = items[upTo(items.length)];
      const kind = upTo(5);
      if (!one || kind < 2) await mention(channel, mo, `call ${round}.${act}`);
      else {
        const change = kind === 4 ? { isDone: true } : { isRead: kind === 2 };
        await client.call(notificationRoutes.changeNotifications, {
          body: { changes: [{ id: one.id, ...change }] },
        });
      }
    }
    // A mention is in the inbox a moment after it was written.
    await expect(async () => {
      const unread = await countOf(client);
      for (const page of [desk, pocket]) await expect(bell(page, unread)).toBeVisible({ timeout: 5_000 });
      expect(await countOf(client)).toBe(unread);
    }).toPass();
    const { items, counts } = await everything(client);
    for (const page of [desk, pocket]) {
      await expect(page).toHaveTitle(
        counts.unread > 0 ? `(${counts.unread}) Inbox · Atoll` : "Inbox · Atoll",
      );
      await expect(page.getByRole("main").locator("[data-entry]")).toHaveCount(items.length);
    }
  }
});
