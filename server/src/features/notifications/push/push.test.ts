import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { maxPushBytes, maxPushDevices } from "@atoll/contract/notifications/push-limits";
import { pushRoutes } from "@atoll/contract/notifications/push-routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { defaultNotificationSettings } from "@atoll/contract/notifications/ways";
import { operationRoutes } from "@atoll/contract/operation/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { type Chatter, codeOf, createChatters } from "../../../../test/chatter.ts";
import { createChannel, createPerson } from "../../../../test/factories.ts";
import { enterGuest } from "../../../../test/guests.ts";
import { startTestServer, type TestServer } from "../../../../test/harness.ts";
import {
  certificate,
  type Device,
  type PushService,
  startPushService,
} from "../../../../test/push/push-service.ts";
import { nothingWaits, passTime, subscribe, waiting } from "../../../../test/push/subscriber.ts";
import { everybodyNotified } from "../../../../test/settled.ts";
import { replacePushKey } from "./keys.ts";

let server: TestServer;
let service: PushService;
let ana: Chatter;
let ben: Chatter;
let phone: Device;
let channelId: string;

beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({ outbound: { privateHosts: [service.host], ca: certificate } });
});
beforeEach(async () => {
  [ana, ben] = (await createChatters(server, [`Ana ${uuidv7()}`, `Ben ${uuidv7()}`])) as [Chatter, Chatter];
  ({ id: channelId } = await createChannel(server.db, { name: `harbour ${uuidv7()}`, members: [ana, ben] }));
  phone = service.subscribe();
  await subscribe(ben.client, phone);
});
afterAll(async () => {
  await server.close();
  await service.close();
});

/** Ana calls Ben. */
const call = (text: string) => ana.post(channelId, `@${ben.name} ${text}`, { mentionIds: [ben.id] });
const settings = (change: object) =>
  ben.client.call(notificationRoutes.setNotificationSettings, {
    body: { ...defaultNotificationSettings, ...change },
  });
const inbox = async () => (await ben.client.call(notificationRoutes.listNotifications, { query: {} })).items;
const act = (token: string | undefined, body: object) =>
  server.anyone.send("POST", pushRoutes.actOnPush.path, { body: { token, ...body } });

describe("a push to a person", () => {
  test("is not sent to a session that waits for a passkey", async () => {
    await sql`UPDATE accounts SET requires_passkey = true WHERE id = ${ben.id}`.execute(server.db);
    await server.felt();
    await call("not for a thief with only the password");
    await everybodyNotified(server.db);
    await nothingWaits(server.db, ben.id);
    expect(phone.received).toEqual([]);
  });

  test("is not sent to a guest whose access has ended", async () => {
    const guest = await enterGuest(server, "Gil", ana.id);
    const { id } = await createChannel(server.db, { name: `guests ${uuidv7()}`, members: [ana, guest] });
    const device = service.subscribe();
    await subscribe(guest.client, device);
    const callGuest = () => ana.post(id, `@${guest.name} look`, { mentionIds: [guest.id] });
    await callGuest();
    await device.has(1);
    await sql`UPDATE accounts SET guest_until = now() WHERE id = ${guest.id}`.execute(server.db);
    await callGuest();
    await everybodyNotified(server.db);
    await nothingWaits(server.db, guest.id);
    expect(device.received).toHaveLength(1);
  });

  test("reaches their device complete, encrypted and signed", async () => {
    const message = await call("the **tide** turns");
    const [push] = await phone.has(1);
    const [entry] = await inbox();
    expect(push?.content).toMatchObject({
      web_push: 8030,
      app_badge: 1,
      notification: {
        title: entry?.title,
        body: `@${ben.name} the tide turns`,
        navigate: `${server.url}/chat/channel/${channelId}?message=${message.id}`,
        tag: entry?.id,
        silent: false,
        requireInteraction: false,
        data: { path: entry?.link },
      },
    });
    expect(push?.content.notification.actions.map(({ title }) => title)).toEqual([
      "Reply",
      "Mark read",
      "Remind in 5min",
    ]);
    const { publicKey } = await ben.client.call(pushRoutes.getPush, {});
    expect(push?.signedBy).toBe(publicKey);
    expect(push?.headers).toMatchObject({ ttl: "86400", urgency: "high" });
    await nothingWaits(server.db, ben.id);
  });

  test("is cut between characters to what push services take", async () => {
    await ben.client.call(pushRoutes.deletePushSubscription, {});
    await subscribe(ben.client, phone);
    await server.db
      .updateTable("profiles")
      .set({ name: "👨‍👩‍👧‍👦".repeat(20) })
      .where("id", "=", ana.id)
      .execute();
    await call('\u0001"'.repeat(180));
    const [push] = await phone.has(1);
    expect(push?.bytes).toBeLessThanOrEqual(maxPushBytes);
    expect(push?.content.notification.title).toMatch(/^(👨‍👩‍👧‍👦)+…?/u);
  });

  test("replaces an earlier one about the same, at the service and on the screen", async () => {
    const parent = await ben.post(channelId, "Who sails?");
    await ana.reply(parent, "I do");
    await phone.has(1);
    await ana.reply(parent, "and my boat");
    const [first, second] = await phone.has(2);
    expect(second?.content.notification).toMatchObject({
      tag: first?.content.notification.tag,
      title: expect.stringContaining("replied"),
      body: expect.stringContaining("2 new. "),
    });
    expect(second?.headers.topic).toBe(first?.headers.topic);
    expect(second?.content.notification.data.version).not.toBe(first?.content.notification.data.version);
  });

  test("waits a minute if the person is at a keyboard, and is only sent if it is unread then", async () => {
    const socket = await server.connect(ben);
    const seen = await call("you see this");
    await everybodyNotified(server.db);
    await waiting(server.db, ben.id);
    await ben.markRead(channelId, seen.seq);
    await passTime(server.db, 61);
    await nothingWaits(server.db, ben.id);
    await call("and this you do not");
    await everybodyNotified(server.db);
    await waiting(server.db, ben.id);
    await passTime(server.db, 61);
    const received = await phone.has(1);
    expect(received).toHaveLength(1);
    expect(received[0]?.content.notification.body).toContain("and this you do not");
    socket.close();
  });

  test("is not sent to a person who may no longer read it when it is due", async () => {
    const socket = await server.connect(ben);
    await call("this is for members");
    await everybodyNotified(server.db);
    await waiting(server.db, ben.id);
    await ben.leave(channelId);
    await passTime(server.db, 61);
    await nothingWaits(server.db, ben.id);
    expect(phone.received).toEqual([]);
    socket.close();
  });

  test("follows the person's settings for computers and phones, and can be silent", async () => {
    const tablet = service.subscribe();
    await subscribe(ben.client, tablet, true);
    await settings({ mobile: false, sound: false });
    await call("nobody rings");
    await everybodyNotified(server.db);
    await nothingWaits(server.db, ben.id);
    await settings({ desktop: false, sound: false });
    await call("silently");
    const [push] = await tablet.has(1);
    expect(push?.content.notification).toMatchObject({ silent: true });
    expect(push?.content.notification.body).toContain("silently");
  });
});

describe("a person with Do Not Disturb", () => {
  const allDay = { from: "00:00", until: "00:00" };
  const quiet = { quietHours: { timeZone: "Europe/Berlin", days: Array(7).fill(allDay) } };

  test("is notified afterwards, once, and only about what is still unread", async () => {
    await settings(quiet);
    const first = await call("one");
    await call("two");
    await call("three");
    await everybodyNotified(server.db);
    await expect
      .poll(async () => (await waiting(server.db, ben.id)).map((row) => row.is_held))
      .toEqual([true, true, true]);
    const read = (await inbox()).find(({ link }) => link.includes(first.id));
    await ben.client.call(notificationRoutes.changeNotifications, {
      body: { changes: [{ id: read!.id, isRead: true }] },
    });
    await settings({});
    const [push] = await phone.has(1);
    expect(push?.content).toMatchObject({
      app_badge: 2,
      notification: { title: "2 new notifications while you were not to be disturbed", tag: "summary" },
    });
    await nothingWaits(server.db, ben.id);
    expect(phone.received).toHaveLength(1);
  });

  test("gets a single one as itself, and urgent ones at once", async () => {
    const until = new Date(Date.now() + 3600_000).toISOString();
    await settings({ doNotDisturbUntil: until });
    await call("only this");
    await everybodyNotified(server.db);
    await expect
      .poll(async () => (await waiting(server.db, ben.id)).map((row) => row.is_held))
      .toEqual([true]);
    await sql`INSERT INTO tellings (kind, subject_id, people, facts)
      VALUES ('session.new-device', ${uuidv7()}, ARRAY[${ben.id}]::uuid[], '{"device": "Chrome", "address": "::1"}')`.execute(
      server.db,
    );
    const [urgent] = await phone.has(1);
    expect(urgent?.content.notification.title).toContain("Chrome");
    await settings({});
    const [, held] = await phone.has(2);
    expect(held?.content.notification.body).toContain("only this");
  });
});

describe("a subscription", () => {
  test("belongs to one session, and ends with it", async () => {
    const before = await ben.client.call(pushRoutes.getPush, {});
    expect(before.subscription).toMatchObject({
      endpoint: phone.subscription.endpoint,
      publicKey: before.publicKey,
    });
    const { sessions } = await ben.client.call(identityRoutes.listSessions, {});
    expect(sessions).toMatchObject([{ hasPush: true }]);
    await ben.client.call(identityRoutes.endSession, {});
    const left = await server.db
      .selectFrom("push_subscriptions")
      .select("session_id")
      .where("user_id", "=", ben.id)
      .execute();
    expect(left).toEqual([]);
  });

  test("moves to another person only with the same keys", async () => {
    const { publicKey } = await ana.client.call(pushRoutes.getPush, {});
    const stranger = { ...service.subscribe().subscription, endpoint: phone.subscription.endpoint };
    const take = (subscription: Device["subscription"]) =>
      ({ body: { subscription, publicKey, isMobile: false } }) as const;
    expect(await codeOf(ana.client.refused(pushRoutes.setPushSubscription, take(stranger)))).toBe(
      "push_endpoint_taken",
    );
    await ana.client.call(pushRoutes.setPushSubscription, take(phone.subscription));
    expect((await ben.client.call(pushRoutes.getPush, {})).subscription).toBeNull();
    await call("not to this browser any more");
    await everybodyNotified(server.db);
    await nothingWaits(server.db, ben.id);
    expect(phone.received).toEqual([]);
  });

  test("with a replaced key are served until their browser takes the new one", async () => {
    const old = await ben.client.call(pushRoutes.getPush, {});
    await replacePushKey(server.db);
    await call("a month later");
    const [push] = await phone.has(1);
    expect(push?.signedBy).toBe(old.publicKey);
    const now = await ben.client.call(pushRoutes.getPush, {});
    expect(now.subscription?.publicKey).toBe(old.publicKey);
    expect(now.publicKey).not.toBe(old.publicKey);
    const { subscription } = service.subscribe();
    const body = { subscription, publicKey: old.publicKey, isMobile: false };
    expect(await codeOf(ben.client.refused(pushRoutes.setPushSubscription, { body }))).toBe(
      "push_key_outdated",
    );
    const newPhone = service.subscribe();
    await subscribe(ben.client, newPhone);
    await call("with the new key");
    expect((await newPhone.has(1))[0]?.signedBy).toBe(now.publicKey);
  });

  test("is renewed by its browser with the previous keys, and by nobody else", async () => {
    const after = service.subscribe();
    const before = phone.subscription;
    const stranger = { ...before, keys: service.subscribe().subscription.keys };
    const renew = (one: Device["subscription"]) => ({ body: { before: one, after: after.subscription } });
    expect(await codeOf(server.anyone.refused(pushRoutes.renewPushSubscription, renew(stranger)))).toBe(
      "push_subscription_not_found",
    );
    await server.anyone.call(pushRoutes.renewPushSubscription, renew(before));
    await call("to the new address");
    await after.has(1);
    expect(phone.received).toEqual([]);
  });

  test.each([
    "https://127.0.0.1/push",
    "https://[::1]/push",
    "https://10.1.2.3:8443/",
    "https://user:word@push.example/",
  ])("at %s is refused", async (endpoint) => {
    const { publicKey } = await ben.client.call(pushRoutes.getPush, {});
    const subscription = { ...phone.subscription, endpoint };
    const refused = ben.client.refused(pushRoutes.setPushSubscription, {
      body: { subscription, publicKey, isMobile: false },
    });
    expect(await codeOf(refused)).toBe("push_endpoint_refused");
  });

  fullTest("beyond the limit replaces the device that was unused for longest", async () => {
    const person = await createPerson(server.db, { name: `Cleo ${uuidv7()}` });
    for (let count = 0; count <= maxPushDevices; count += 1)
      await subscribe((await server.signIn(person)).client, service.subscribe());
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM push_subscriptions
      WHERE user_id = ${person.id}`.execute(server.db);
    expect(rows).toEqual([{ count: maxPushDevices }]);
  });

  test("is tried out from the settings", async () => {
    await ben.client.call(pushRoutes.sendTestPush, {});
    const [push] = await phone.has(1);
    expect(push?.content.notification).toMatchObject({
      title: "Test Notification",
      body: "Notifications are working correctly!",
    });
    expect(await codeOf(ana.client.refused(pushRoutes.sendTestPush, {}))).toBe("push_subscription_not_found");
  });
});

describe("a button of a notification", () => {
  test("replies in the right place, once, however often it is sent", async () => {
    const message = await call("who sails?");
    const token = (await phone.has(1))[0]?.content.notification.data.token;
    expect((await act(token, { action: "reply", text: "I do" })).status).toBe(204);
    expect((await act(token, { action: "reply", text: "I do" })).status).toBe(204);
    expect((await act(token, { action: "reply", text: "or not" })).status).toBe(403);
    expect((await act(token, { action: "read" })).status).toBe(403);
    const { messages } = await ana.client.call(chatRoutes.listReplies, {
      params: { messageId: message.id },
      query: {},
    });
    expect(messages.map(({ content, author }) => [content, author.id])).toEqual([["I do", ben.id]]);
    expect((await inbox()).map(({ isRead }) => isRead)).toEqual([true]);
  });

  test("does not reply while only super administrators write, but marks as read", async () => {
    await call("anyone aboard?");
    const token = (await phone.has(1))[0]?.content.notification.data.token;
    const isOver = async (over: boolean) => {
      const { announced } = await ben.client.call(operationRoutes.getMaintenance, {});
      expect(announced === null).toBe(over);
    };
    await sql`UPDATE maintenance SET text = 'Disks', starts_at = now(), ends_at = now() + interval '1 hour',
      is_read_only = true, version = version + 1`.execute(server.db);
    try {
      await vi.waitFor(() => isOver(false));
      expect((await act(token, { action: "reply", text: "I am" })).status).toBe(503);
      expect((await act(token, { action: "read" })).status).toBe(204);
    } finally {
      await sql`UPDATE maintenance SET text = NULL, starts_at = NULL, ends_at = NULL, is_read_only = false,
        version = version + 1`.execute(server.db);
    }
    await vi.waitFor(() => isOver(true));
    expect((await inbox()).map(({ isRead }) => isRead)).toEqual([true]);
  });

  test("reminds in five minutes, and it comes again then", async () => {
    await call("later");
    const token = (await phone.has(1))[0]?.content.notification.data.token;
    expect((await act(token, { action: "remind" })).status).toBe(204);
    expect(await inbox()).toEqual([]);
    await sql`UPDATE notifications SET snoozed_until = now() + interval '10 milliseconds' WHERE user_id = ${ben.id}`.execute(
      server.db,
    );
    const [, again] = await phone.has(2);
    expect(again?.content.notification.body).toContain("later");
  });

  test("does not mark entries as read that arrived after it was shown", async () => {
    const parent = await ben.post(channelId, "Who sails?");
    await ana.reply(parent, "I do");
    const token = (await phone.has(1))[0]?.content.notification.data.token;
    await ana.reply(parent, "and my boat");
    await phone.has(2);
    expect((await act(token, { action: "read" })).status).toBe(204);
    expect((await inbox()).map(({ isRead, count }) => [isRead, count])).toEqual([[false, 2]]);
  });

  test("does nothing without its session, after a change, or if the person may no longer read it", async () => {
    await call("one");
    const token = (await phone.has(1))[0]?.content.notification.data.token ?? "";
    const [text = "", seal = ""] = [token.slice(0, token.indexOf(".")), token.slice(token.indexOf("."))];
    const other = JSON.parse(Buffer.from(text, "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ ...other, userId: ana.id })).toString("base64url") + seal;
    expect((await act(forged, { action: "read" })).status).toBe(403);
    await ben.leave(channelId);
    expect((await act(token, { action: "reply", text: "still here?" })).status).toBe(404);
    await ben.client.call(identityRoutes.endSession, {});
    expect((await act(token, { action: "reply", text: "still here?" })).status).toBe(401);
  });
});
