import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { defaultNotificationSettings } from "@atoll/contract/notifications/ways";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { sharedServer } from "../../../../test/for-file.ts";
import { emptyInboxes, everybodyNotified } from "../../../../test/settled.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";
import { notifyOfDue } from "./notify-of-due.ts";

const server = sharedServer();
let [ana, kiri, lisa, lou]: Worker[] = [];

beforeAll(async () => {
  [ana, kiri, lisa, lou] = await createWorkers(server, { Ana: {}, Kiri: {}, Lisa: {}, Lou: {} });
  // The time zone of the account takes precedence over that of quiet hours.
  await live(kiri!, "Europe/Berlin");
  await choose(kiri!, "Pacific/Kiritimati");
  await live(lisa!, "Europe/Lisbon");
  await choose(lou!, "America/Los_Angeles");
});
beforeEach(async () => {
  await emptyInboxes(server.db);
});

async function live(who: Worker, timeZone: string) {
  const settings = JSON.stringify({
    ...defaultNotificationSettings,
    quietHours: { timeZone, days: Array.from({ length: 7 }, () => null) },
  });
  await server.db.insertInto("notification_settings").values({ user_id: who.id, settings }).execute();
}

/** Sets the time zone in a person's settings. */
async function choose(who: Worker, timeZone: string) {
  const preferences = JSON.stringify({ timeZone });
  await server.db.updateTable("accounts").set({ preferences }).where("id", "=", who.id).execute();
}

/** Runs the job at this time, twice concurrently, as two nodes might. */
async function when(time: string) {
  const run = () => server.db.transaction().execute((tx) => notifyOfDue(tx, new Date(time)));
  await Promise.all([run(), run()]);
}

/** Returns the inbox entries about due dates. */
async function inbox(who: Worker): Promise<string[]> {
  await everybodyNotified(server.db);
  const { items } = await who.client.call(notificationRoutes.listNotifications, { query: {} });
  return items.filter(({ kind }) => /due/.test(kind)).map(({ title, count }) => `${title} x${count}`);
}

test.each([
  // On the morning after the day has ended: 08:00 local time, which is 18:00, 08:00 and 16:00 UTC.
  ["Kiritimati", () => kiri!, "2031-11-20T17:45Z", "2031-11-20T18:00Z"],
  ["Lisbon", () => lisa!, "2031-11-21T07:45Z", "2031-11-21T08:00Z"],
  ["Los Angeles", () => lou!, "2031-11-21T15:45Z", "2031-11-21T16:00Z"],
])("somebody in %s hears once, there, that a day has passed", async (city, of, before, after) => {
  const { id } = await ana!.create({ title: city, due: { date: "2031-11-20" }, assigneeId: of().id });
  await when(before);
  expect((await inbox(of())).filter((title) => title.includes("was due"))).toEqual([]);
  await when(after);
  await when(after);
  expect(await inbox(of())).toEqual([`“${city}” was due on 20 Nov x1`]);
  expect(await inbox(ana!)).toEqual([]);
  await of().change(id, { status: "done" });
  expect(await inbox(of())).toEqual([]);
});

test("a task that was just assigned gets one entry with its due date", async () => {
  const { id } = await ana!.create({ title: "Winch", due: { date: "2027-03-10" }, assigneeId: lisa!.id });
  await everybodyNotified(server.db);
  await server.db
    .updateTable("notifications")
    .set({ at: new Date("2027-03-09T09:03Z") })
    .where("subject_id", "=", id)
    .execute();
  const { items } = await lisa!.client.call(notificationRoutes.listNotifications, { query: {} });
  expect(items).toMatchObject([{ title: "Ana gave you “Winch”", excerpt: "Due on 10 Mar" }]);
  await when("2027-03-09T09:04Z");
  expect(await inbox(lisa!)).toEqual([]);
  // Another date is news.
  await ana!.change(id, { due: { date: "2027-03-11" } });
  await when("2027-03-10T08:00Z");
  expect(await inbox(lisa!)).toEqual(["“Winch” is due tomorrow, 11 Mar x1"]);
});

test("notifies of tomorrow's due date in the morning, once for each date, as long as it is true", async () => {
  const { id } = await ana!.create({ title: "Rig", due: { date: "2027-03-10" }, assigneeId: lisa!.id });
  await when("2027-03-09T07:59Z");
  expect(await inbox(lisa!)).toEqual([]);
  await when("2027-03-09T08:00Z");
  await when("2027-03-09T12:00Z");
  const told = ["“Rig” is due tomorrow, 10 Mar x1"];
  expect(await inbox(lisa!)).toEqual(told);
  await ana!.change(id, { due: { date: "2027-03-12" } });
  expect(await inbox(lisa!)).toEqual([]);
  await ana!.change(id, { due: { date: "2027-03-10" } });
  await when("2027-03-09T16:00Z");
  expect(await inbox(lisa!)).toEqual(told);
  await when("2027-03-11T09:00Z");
  expect(await inbox(lisa!)).toEqual(["“Rig” was due on 10 Mar x1"]);
  await ana!.change(id, { assigneeId: null });
  expect(await inbox(lisa!)).toEqual([]);
  // The creator is notified about an unassigned task.
  await when("2027-03-11T09:15Z");
  expect(await inbox(ana!)).toEqual(["“Rig” was due on 10 Mar x1"]);
});

test("notifies of a time when it has come, and not of one long past", async () => {
  const clock = { time: "17:30", zone: "America/Los_Angeles" };
  await ana!.create({ title: "Call", due: { date: "2025-06-10", clock }, assigneeId: lou!.id });
  await ana!.create({ title: "Long ago", due: { date: "2025-05-10" }, assigneeId: lou!.id });
  await when("2025-06-11T00:29Z");
  expect(await inbox(lou!)).toEqual([]);
  await when("2025-06-11T00:30Z");
  expect(await inbox(lou!)).toEqual(["“Call” was due on 10 Jun x1"]);
});
