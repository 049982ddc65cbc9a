import { eventRoutes as routes } from "@atoll/contract/calendar/routes";
import { profileRoutes } from "@atoll/contract/identity/profile-routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { RouteCall } from "@atoll/contract/route";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../../../../test/for-file.ts";
import { createPlanners, type Planner } from "../../../../test/planners.ts";
import { emptyInboxes, everybodyNotified } from "../../../../test/settled.ts";
import { extendTimes } from "../keep-calendar.ts";
import { sendReminders } from "../remind/send-reminders.ts";

const server = sharedServer();
let [mari, kofi, ines]: Planner[] = [];

beforeAll(async () => {
  [mari, kofi, ines] = await createPlanners(server, {
    Mari: { roles: ["user"] },
    Kofi: { roles: ["user"] },
    Ines: { roles: ["user"] },
  });
});

/** Returns the titles in a person's inbox, without the times at their end. */
async function inboxOf(person: Planner): Promise<string[]> {
  await everybodyNotified(server.db);
  const { items } = await person.client.call(notificationRoutes.listNotifications, { query: {} });
  return items.map(({ title }) => title);
}
const emptyInbox = () => emptyInboxes(server.db);
const of = (eventId: string) => ({ params: { eventId } });

test("attendees are asked, asked again when the time changes, and notified of a cancellation unless it is undone", async () => {
  const event = await mari!.create({ title: "Offsite", invite: { personIds: [kofi!.id, ines!.id] } });
  expect(await inboxOf(kofi!)).toEqual(["Mari invited you to “Offsite”, on Wed 10 Mar at 10:00"]);
  expect(await inboxOf(mari!)).toEqual([]);
  await kofi!.answer(event.id, { rsvp: "accepted", note: "Gladly" });
  expect(await inboxOf(mari!)).toEqual(["Kofi accepted “Offsite”"]);
  expect((await mari!.open(event.id)).counts).toEqual({ accepted: 2, tentative: 0, declined: 0, pending: 1 });
  const proposal = {
    ...of(event.id),
    body: {
      id: uuidv7(),
      start: "2027-03-10T15:00",
      end: "2027-03-10T16:00",
      zone: "Europe/Lisbon",
      note: "After lunch",
    },
  };
  await ines!.client.call(routes.proposeTime, proposal);
  await ines!.client.call(routes.proposeTime, proposal);
  expect((await inboxOf(mari!))[0]).toBe("Ines proposes another time for “Offsite”");
  const seen = await mari!.open(event.id);
  expect(seen.proposals).toMatchObject([
    { person: { name: "Ines" }, start: "2027-03-10T15:00", note: "After lunch" },
  ]);
  expect((await kofi!.open(event.id)).proposals).toEqual([]);
  await emptyInbox();
  const acceptance = {
    params: { eventId: event.id, proposalId: proposal.body.id },
    body: { changeId: uuidv7(), version: seen.version },
  };
  expect(await kofi!.refused(routes.acceptProposal, acceptance)).toBe("forbidden");
  await mari!.client.call(routes.acceptProposal, acceptance);
  expect(await inboxOf(kofi!)).toEqual(["Mari changed “Offsite”: it is on Wed 10 Mar at 15:00"]);
  expect((await kofi!.open(event.id)).rsvp).toBe("pending");
  await emptyInbox();
  const now = await mari!.open(event.id);
  const changeId = await mari!.remove(now);
  expect(await inboxOf(kofi!)).toEqual(["Mari cancelled “Offsite”, on Wed 10 Mar at 15:00"]);
  await mari!.undo(changeId);
  expect(await inboxOf(kofi!)).toEqual([]);
});

test("tells nobody of a past occurrence, but of the later ones that go with it", async () => {
  await emptyInbox();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const [first, yesterday] = [daysAgo(3), daysAgo(1)];
  const walk = await mari!.create({
    title: "Harbour walk",
    ...{ start: `${first}T01:00`, end: `${first}T01:30`, zone: "UTC" },
    rule: "FREQ=DAILY;COUNT=6",
    invite: { personIds: [kofi!.id] },
  });
  await emptyInbox();
  expect(new Date(walk.lastEndsAt ?? 0)).toEqual(new Date(`${daysAgo(-2)}T01:30:00Z`));
  const occurrence = `${yesterday}T01:00`;
  const times = { start: `${yesterday}T02:00`, end: `${yesterday}T02:30`, allDay: false, zone: "UTC" };
  const moved = await mari!.change(walk, { scope: "this", occurrence, set: { times } });
  expect(await inboxOf(kofi!)).toEqual([]);
  await mari!.remove(moved!, { scope: "this", occurrence: `${first}T01:00` });
  expect(await inboxOf(kofi!)).toEqual([]);
  await mari!.remove(await mari!.open(walk.id), { scope: "following", occurrence });
  expect(await inboxOf(kofi!)).toEqual([expect.stringMatching(/^Mari cancelled “Harbour walk”/)]);
  expect((await mari!.create({ title: "Endless", rule: "FREQ=DAILY" })).lastEndsAt).toBeNull();
  await emptyInbox();
});

test("sends each reminder once as chosen, also after a downtime, and none for events that are over", async () => {
  await emptyInbox();
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16);
  const soon = { start: at(20), end: at(50), zone: "UTC", invite: { personIds: [kofi!.id, ines!.id] } };
  const event = await mari!.create({
    ...soon,
    title: "Review",
    reminders: [{ method: "inbox", minutesBefore: 15 }],
  });
  const params = of(event.id);
  const own = {
    reminders: [
      { method: "push" as const, minutesBefore: 5 },
      { method: "inbox" as const, minutesBefore: 5 },
    ],
  };
  await kofi!.client.call(routes.remindOfEvent, { ...params, body: own });
  await ines!.answer(event.id, { rsvp: "declined" });
  await emptyInbox();
  const send = (minutes: number) => sendReminders(server.db, new Date(Date.now() + minutes * 60_000));
  const reminded = async () => [
    (await inboxOf(mari!)).length,
    (await inboxOf(kofi!)).length,
    (await inboxOf(ines!)).length,
  ];
  await everybodyNotified(server.db);
  await emptyInbox();
  await send(1);
  expect(await reminded()).toEqual([0, 0, 0]);
  await Promise.all([send(6), send(6)]);
  expect(await reminded()).toEqual([1, 0, 0]);
  expect((await inboxOf(mari!))[0]).toMatch(/^“Review” begins on \w+ \d+ \w+ at \d\d:\d\d$/);
  await send(30);
  expect(await reminded()).toEqual([1, 1, 0]);
  await emptyInbox();
  await send(31);
  expect(await reminded()).toEqual([0, 0, 0]);
  const over = await mari!.create({ title: "Missed", start: at(40), end: at(45), zone: "UTC" });
  await send(120);
  expect(await reminded()).toEqual([0, 0, 0]);
  const sent = await server.db
    .selectFrom("event_reminders_sent")
    .select(["method", "minutes_before"])
    .execute();
  expect(sent.map(({ method, minutes_before: minutes }) => `${method} ${minutes}`).toSorted()).toEqual([
    "inbox 15",
    "inbox 5",
    "push 5",
  ]);
  await mari!.remove(over);
});

test("stores times for two years ahead, extends them later, and derives them again with new time-zone data", async () => {
  const event = await mari!.create({ title: "Weekly", rule: "FREQ=WEEKLY" });
  const last = async () =>
    await server.db
      .selectFrom("event_occurrences")
      .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("starts_at").as("last")])
      .where("event_id", "=", event.id)
      .executeTakeFirstOrThrow();
  const before = await last();
  expect(event).toMatchObject({ count: null, isSeries: true });
  expect(await extendTimes(server.db, new Date())).toEqual([]);
  expect(await last()).toEqual(before);
  const inHalfAYear = new Date();
  inHalfAYear.setUTCMonth(inHalfAYear.getUTCMonth() + 9);
  await extendTimes(server.db, inHalfAYear);
  expect((await last()).count).toBeGreaterThan(before.count);
  await server.db.updateTable("events").set({ zones_version: "1999a" }).where("id", "=", event.id).execute();
  await server.db.deleteFrom("event_occurrences").where("event_id", "=", event.id).execute();
  expect(await extendTimes(server.db, new Date())).toEqual([event.id]);
  expect((await last()).count).toBeGreaterThan(50);
});

test("shows times in the person's time zone, or else in their browser's", async () => {
  const change = (body: RouteCall<typeof profileRoutes.changePreferences>["body"]) =>
    ines!.client.call(profileRoutes.changePreferences, { body });
  await emptyInbox();
  await mari!.create({ title: "Far away", invite: { personIds: [ines!.id] } });
  const asked = (time: string) => [`Mari invited you to “Far away”, on ${time}`];
  expect(await inboxOf(ines!)).toEqual(asked("Wed 10 Mar at 10:00"));
  await change({ seenTimeZone: "Asia/Tokyo" });
  expect(await inboxOf(ines!)).toEqual(asked("Wed 10 Mar at 19:00"));
  await change({ timeZone: "Pacific/Auckland" });
  expect(await inboxOf(ines!)).toEqual(asked("Wed 10 Mar at 23:00"));
});

test("a reminder of an all-day event names the day", async () => {
  await emptyInbox();
  const days = { allDay: true, start: "2027-03-16", end: "2027-03-17", zone: "UTC" };
  await mari!.create({ ...days, title: "Fair", reminders: [{ method: "inbox", minutesBefore: 15 }] });
  await sendReminders(server.db, new Date("2027-03-15T23:50:00Z"));
  expect(await inboxOf(mari!)).toContain("“Fair” is on Tue 16 Mar");
});
