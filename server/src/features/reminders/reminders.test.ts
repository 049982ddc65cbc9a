import { chatRoutes } from "@atoll/contract/chat/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { defaultNotificationSettings } from "@atoll/contract/notifications/ways";
import { maxReminders, maxRemindersForColleague } from "@atoll/contract/reminders/limits";
import { reminderRoutes } from "@atoll/contract/reminders/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeEach, expect, test } from "vitest";
import { createChannel, createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";
import { everybodyNotified } from "../../../test/settled.ts";

const server = sharedServer();
let ada: SignedIn;
let ben: SignedIn;
let channelId: string;

beforeEach(async () => {
  ada = await server.signIn(await createPerson(server.db, { name: "Ada Quay" }));
  ben = await server.signIn(await createPerson(server.db, { name: "Ben Roe" }));
  channelId = (await createChannel(server.db, { members: [ada.user, ben.user] })).id;
});

const soon = () => new Date(Date.now() + 3600_000).toISOString();
type Body = Parameters<typeof ada.client.call<typeof reminderRoutes.createReminder>>[1]["body"];
const body = (more: Partial<Body> = {}): Body => ({
  ...{ id: uuidv7(), text: "Water the plants", at: soon(), target: { kind: "me" } },
  ...more,
});
const remind = async (more: Partial<Body> = {}, from = ada) =>
  (await from.client.call(reminderRoutes.createReminder, { body: body(more) })).reminder;
const refusal = async (more: Partial<Body>) =>
  (await ada.client.refused(reminderRoutes.createReminder, { body: body(more) })).body.error.code;
const list = async (from = ada) =>
  (await from.client.call(reminderRoutes.listReminders, { query: {} })).items;
const inbox = async (from: SignedIn) => {
  await everybodyNotified(server.db);
  const { items } = await from.client.call(notificationRoutes.listNotifications, { query: {} });
  return items.filter(({ kind }) => kind.startsWith("reminder.")).map(({ title }) => title);
};
/** Makes everything due, as if its time had come. */
const letTimePass = () =>
  sql`WITH due AS (UPDATE reminders SET due_at = now() WHERE sent_at IS NULL RETURNING id)
    SELECT pg_notify('atoll_reminder_due', '') FROM due LIMIT 1`.execute(server.db);
const unsent = () => server.db.selectFrom("reminders").select("id").where("sent_at", "is", null).execute();
const contents = async () =>
  (await ben.client.call(chatRoutes.listMessages, { params: { channelId }, query: {} })).messages;

test("a reminder reaches its owner once, at its time, and leaves the list", async () => {
  const { id } = await remind({ placeId: channelId });
  await remind({ id: uuidv7(), text: "Later", at: new Date(Date.now() + 7200_000).toISOString() });
  expect((await list()).map(({ text }) => text)).toEqual(["Water the plants", "Later"]);
  expect(await list(ben)).toEqual([]);
  await letTimePass();
  await expect.poll(unsent).toEqual([]);
  await letTimePass();
  expect((await inbox(ada)).toSorted()).toEqual(["Reminder: Later", "Reminder: Water the plants"]);
  expect(await inbox(ben)).toEqual([]);
  expect(await list()).toEqual([]);
  const gone = await ada.client.refused(reminderRoutes.cancelReminder, { params: { reminderId: id } });
  expect(gone.body.error.code).toBe("reminder_not_found");
});

test("a reminder of a colleague says who set it, and one of a channel is a message in the owner's name", async () => {
  await remind({ target: { kind: "person", id: ben.user.id }, text: "Check the ovens" });
  const { id } = await remind({ target: { kind: "channel", id: channelId }, text: "Standup @channel" });
  await letTimePass();
  await expect.poll(unsent).toEqual([]);
  expect(await inbox(ben)).toEqual(["Ada Quay reminds you: Check the ovens"]);
  expect(await contents()).toMatchObject([
    { id, content: "⏰ **Reminder:** Standup @channel", author: { id: ada.user.id }, mentionsAll: null },
  ]);
});

test("a reminder goes to its owner instead if they may not write in the channel any more", async () => {
  await remind({ target: { kind: "channel", id: channelId }, text: "Standup" });
  await sql`DELETE FROM channel_members WHERE user_id = ${ada.user.id}`.execute(server.db);
  expect((await list())[0]?.target).toMatchObject({ kind: "channel", name: null });
  await letTimePass();
  await expect.poll(unsent).toEqual([]);
  expect(await contents()).toEqual([]);
  expect(await inbox(ada)).toEqual(["Your reminder could not be posted in its channel: Standup"]);
});

test("nothing is sent in the name of someone who may not sign in", async () => {
  await remind({ target: { kind: "person", id: ben.user.id } });
  await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${ada.user.id}`.execute(server.db);
  await letTimePass();
  await expect.poll(unsent).toEqual([]);
  expect(await inbox(ben)).toEqual([]);
});

test("those who must first choose a password get their own reminders, and hear what could not be sent for them", async () => {
  await remind({ text: "Tea" });
  await remind({ target: { kind: "person", id: ben.user.id }, text: "Ovens" });
  await remind({ target: { kind: "channel", id: channelId }, text: "Standup" });
  await sql`UPDATE accounts SET must_choose_password = true WHERE id = ${ada.user.id}`.execute(server.db);
  await letTimePass();
  await expect.poll(unsent).toEqual([]);
  await sql`UPDATE accounts SET must_choose_password = false WHERE id = ${ada.user.id}`.execute(server.db);
  expect((await inbox(ada)).toSorted()).toEqual([
    "Reminder: Tea",
    "Your reminder could not be posted in its channel: Standup",
    "Your reminder could not be sent to your colleague: Ovens",
  ]);
  expect(await inbox(ben)).toEqual([]);
  expect(await contents()).toEqual([]);
});

test("a colleague's reminders are switched off separately and limited in number", async () => {
  const forBen = { target: { kind: "person" as const, id: ben.user.id } };
  const kinds = { "reminder.received": { inbox: false, push: false, sound: false } };
  await ben.client.call(notificationRoutes.setNotificationSettings, {
    body: { ...defaultNotificationSettings, kinds },
  });
  for (let at = 0; at < maxRemindersForColleague.waiting; at += 1) await remind(forBen);
  expect(await refusal(forBen)).toBe("too_many_reminders_for");
  await remind();
  await remind({ text: "My own" }, ben);
  await letTimePass();
  await expect.poll(unsent).toEqual([]);
  expect(await inbox(ben)).toEqual(["Reminder: My own"]);
  for (let at = maxRemindersForColleague.waiting; at < maxRemindersForColleague.daily; at += 1)
    await remind(forBen);
  await letTimePass();
  await expect.poll(unsent).toEqual([]);
  expect(await refusal(forBen)).toBe("too_many_reminders_for");
});

test("a colleague does not remind people who have muted their direct chat with them", async () => {
  const { channel } = await ben.client.call(chatRoutes.openDirectChannel, {
    params: { personId: ada.user.id },
  });
  const params = { channelId: channel.id };
  const forBen = { target: { kind: "person" as const, id: ben.user.id } };
  await remind({ ...forBen, text: "One" });
  await ben.client.call(chatRoutes.setPreferences, { params, body: { isMuted: true } });
  await letTimePass();
  await expect.poll(unsent).toEqual([]);
  expect(await inbox(ben)).toEqual([]);
  await ben.client.call(chatRoutes.setPreferences, { params, body: { isMuted: false } });
  await remind({ ...forBen, text: "Two" });
  await letTimePass();
  await expect.poll(unsent).toEqual([]);
  expect(await inbox(ben)).toEqual(["Ada Quay reminds you: Two"]);
});

test("the same request again changes nothing, and another one under its ID is refused", async () => {
  const first = body();
  await remind(first);
  await remind(first);
  expect(await list()).toHaveLength(1);
  expect(await refusal({ ...first, text: "Other" })).toBe("reminder_id_taken");
  await ada.client.call(reminderRoutes.cancelReminder, { params: { reminderId: String(first.id) } });
  expect(await list()).toEqual([]);
});

test("refuses times out of range, channels of others and more reminders than the limit", async () => {
  expect(await refusal({ at: new Date(Date.now() - 1000).toISOString() })).toBe("reminder_out_of_range");
  expect(await refusal({ at: new Date(Date.now() + 400 * 24 * 3600_000).toISOString() })).toBe(
    "reminder_out_of_range",
  );
  const foreign = await createChannel(server.db, { members: [ben.user] });
  expect(await refusal({ target: { kind: "channel", id: foreign.id } })).toBe("channel_not_found");
  expect(await refusal({ placeId: foreign.id })).toBe("channel_not_found");
  await sql`INSERT INTO reminders (id, owner_id, person_id, text, due_at, sent_hash)
    SELECT uuidv7(), ${ada.user.id}, ${ada.user.id}, 'One of many', now() + interval '1 day', '\\x00'
    FROM generate_series(1, ${maxReminders})`.execute(server.db);
  expect(await refusal({})).toBe("too_many_reminders");
  const page = await ada.client.call(reminderRoutes.listReminders, { query: { limit: 100 } });
  const rest = await ada.client.call(reminderRoutes.listReminders, {
    query: { limit: 100, cursor: page.nextCursor ?? "" },
  });
  expect(new Set([...page.items, ...rest.items].map(({ id }) => id)).size).toBe(maxReminders);
});
