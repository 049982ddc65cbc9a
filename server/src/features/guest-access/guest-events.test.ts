import { maxEventAttendees } from "@atoll/contract/calendar/limits";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { commentRoutes } from "@atoll/contract/comments/routes";
import { guestAccessRoutes as routes } from "@atoll/contract/guest-access/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Chatter, codeOf, signInChatter } from "../../../test/chatter.ts";
import { commenterOf } from "../../../test/commenter.ts";
import { createPerson, createRole } from "../../../test/factories.ts";
import { enterGuest } from "../../../test/guests.ts";
import { startTestNodes, type TestNodes } from "../../../test/harness.ts";
import { everybodyNotified } from "../../../test/settled.ts";
import { openSocket } from "../../../test/socket.ts";
import { transact } from "../../platform/database/transact.ts";
import { ownedEvents } from "../calendar/kinds.ts";
import { sendReminders } from "../calendar/remind/send-reminders.ts";

let nodes: TestNodes;
/** May invite guests. */
let host: Chatter;
let ben: Chatter;
let guest: Chatter;

beforeAll(async () => {
  nodes = await startTestNodes();
  const { db } = nodes[0];
  await createRole(db, { name: "hosts", permissions: ["guests:invite"] });
  const enter = async (name: string, roles: string[]) =>
    signInChatter(nodes[0], await createPerson(db, { name, roles, departments: ["Backend"] }));
  [host, ben] = [await enter("Hanna Host", ["user", "hosts"]), await enter("Ben Bay", ["user"])];
});
afterAll(() => nodes.close());
beforeEach(async () => {
  guest = await enterGuest(nodes[0], "Gus", host.id);
});

const inDays = (days: number, at = "10:00") =>
  `${new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)}T${at}`;
async function createEvent(more: Record<string, unknown> = {}): Promise<OpenEvent> {
  const times = { start: inDays(2), end: inDays(2, "11:00"), zone: "UTC" };
  const invite = { personIds: [ben.id] };
  const body = {
    id: uuidv7(),
    title: "Kick-off",
    location: "Pier 3",
    description: "Agenda",
    ...times,
    invite,
  };
  return (await host.client.call(eventRoutes.createEvent, { body: { ...body, ...more } })).event;
}
const ofGuest = (event: { id: string }, of = guest) => ({
  params: { kind: "event" as const, subjectId: event.id, guestId: of.id },
});
const invite = (event: { id: string }, mayComment = true) =>
  host.client.call(routes.inviteGuestToThing, { ...ofGuest(event), body: { mayComment } });
const remove = (event: { id: string }) => host.client.call(routes.removeGuestFromThing, ofGuest(event));
const ofEvent = (event: { id: string }) => ({ params: { eventId: event.id }, query: {} });
const open = async (event: { id: string }) =>
  (await guest.client.call(routes.getGuestEvent, ofEvent(event))).event;
const refusedOpen = (event: { id: string }) =>
  codeOf(guest.client.refused(routes.getGuestEvent, ofEvent(event)));
const listed = async () => (await guest.client.call(routes.listGuestEvents, { query: {} })).items;
const answer = (event: { id: string }, rsvp: "accepted" | "declined", occurrence?: string) =>
  guest.client.call(routes.answerGuestEvent, {
    params: { eventId: event.id },
    body: { rsvp, note: "By train", ...(occurrence && { occurrence }) },
  });
const seenByHost = async (event: { id: string }) =>
  (await host.client.call(eventRoutes.getEvent, ofEvent(event))).event;
const inbox = async (of: Chatter) => {
  await everybodyNotified(nodes[0].db);
  return (await of.client.call(notificationRoutes.listNotifications, { query: {} })).items;
};

test("a guest sees the event that they are invited to, and who comes by name, and nothing else", async () => {
  const event = await createEvent();
  const other = await createEvent({ title: "Canary" });
  expect(await refusedOpen(event)).toBe("event_not_found");
  const call = { ...ofGuest(event), body: { mayComment: true } };
  expect(await codeOf(ben.client.refused(routes.inviteGuestToThing, call))).toBe("forbidden");
  expect(await codeOf(guest.client.refused(routes.inviteGuestToThing, call))).toBe("route_not_found");
  await invite(event);
  const seen = await open(event);
  expect(seen).toMatchObject({
    title: "Kick-off",
    location: "Pier 3",
    description: "Agenda",
    rsvp: "pending",
  });
  expect(seen.attendees.map(({ person }) => person.name)).toEqual(["Hanna Host", "Ben Bay", guest.name]);
  expect(JSON.stringify(seen)).not.toMatch(/hanna[^"]*@|Backend|Canary/i);
  expect((await listed()).map(({ id }) => id)).toEqual([event.id]);
  expect((await guest.client.call(routes.listGuestKinds, {})).kinds).toEqual(["event"]);
  expect(await refusedOpen(other)).toBe("event_not_found");
  for (const closed of [
    guest.client.refused(eventRoutes.getEvent, ofEvent(event)),
    guest.client.refused(eventRoutes.getCalendars, {}),
  ])
    expect(await codeOf(closed)).toBe("route_not_found");
  expect((await inbox(guest)).map(({ title, link }) => [title, link])).toEqual([
    ["Hanna Host shared “Kick-off” with you", `/calendar?event=${event.id}`],
  ]);
});

test("a guest does not see other attendees where attendees do not", async () => {
  const event = await createEvent({ guestsSeeGuests: false });
  await invite(event);
  expect((await open(event)).attendees.map(({ person }) => person.name)).toEqual(["Hanna Host", guest.name]);
});

test("colleagues who do not see attendees learn no guest, but that there are some for as long as one has access", async () => {
  const { id: departmentId = "" } = host.user.departments[0] ?? {};
  const guestsOf = async (event: { id: string }, viewer: Chatter) => {
    const params = { kind: "event" as const, subjectId: event.id };
    const { guests } = await viewer.client.call(routes.listThingGuests, { params });
    return guests.map((one) => one.guest.id);
  };
  const hasGuests = async (event: { id: string }) =>
    (await ben.client.call(eventRoutes.getEvent, ofEvent(event))).event.hasGuests;
  const invited = await createEvent({ guestsSeeGuests: false });
  const ofDepartment = { departmentId, invite: { personIds: [] } };
  const read = await createEvent({ ...ofDepartment, guestsSeeGuests: false });
  const open = await createEvent(ofDepartment);
  expect(await hasGuests(open)).toBeUndefined();
  for (const event of [invited, read, open]) await invite(event);
  expect([await guestsOf(invited, ben), await guestsOf(read, ben)]).toEqual([[], []]);
  expect([await guestsOf(read, host), await guestsOf(open, ben)]).toEqual([[guest.id], [guest.id]]);
  expect([await hasGuests(invited), await hasGuests(read), await hasGuests(open)]).toEqual([
    true,
    true,
    true,
  ]);
  await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${guest.id}`.execute(nodes[0].db);
  expect(await hasGuests(invited)).toBeUndefined();
});

test("an undo brings attendees back, but no guest and none of their answers", async () => {
  const event = await createEvent({ rule: "FREQ=DAILY;COUNT=3" });
  await invite(event);
  const times = await listed();
  await answer(event, "accepted");
  await answer(event, "declined", times[1]?.occurrence);
  const changeId = uuidv7();
  const { version } = await seenByHost(event);
  const uninvite = [guest.id, ben.id];
  await host.client.call(eventRoutes.changeEvent, {
    params: { eventId: event.id },
    body: { changeId, version, scope: "all", uninvite },
  });
  await host.client.call(eventRoutes.undoEventChange, { params: { changeId } });
  const names = (await seenByHost(event)).attendees.map(({ person }) => person.name);
  expect(names).toEqual(["Hanna Host", "Ben Bay"]);
  expect(await refusedOpen(event)).toBe("event_not_found");
});

test("a guest who becomes a colleague leaves the event on the screens of the others, on every node", async () => {
  const event = await createEvent();
  await invite(event);
  const heard = await Promise.all(nodes.map(({ url }) => openSocket(url, ben.session.accessToken)));
  await sql`UPDATE accounts SET guest_until = NULL, guest_invited_by = NULL WHERE id = ${guest.id}`.execute(
    nodes[0].db,
  );
  for (const socket of heard) {
    while (!(await socket.next("event.changed")).eventIds.includes(event.id));
    socket.close();
  }
  expect((await seenByHost(event)).attendees).toHaveLength(2);
});

test("guests do not count among the most attendees of an event", async () => {
  const event = await createEvent({ invite: { personIds: [] } });
  await invite(event);
  const { db } = nodes[0];
  const most = maxEventAttendees - 2;
  await sql`WITH profile AS (INSERT INTO profiles (id, name)
      SELECT gen_random_uuid(), 'Crowd' FROM generate_series(1, ${most}::int) RETURNING id),
    account AS (INSERT INTO accounts (id, email) SELECT id, id || '@example.test' FROM profile RETURNING id)
    INSERT INTO event_attendees (event_id, user_id) SELECT ${event.id}, id FROM account`.execute(db);
  const { version } = await seenByHost(event);
  await host.client.call(eventRoutes.changeEvent, {
    params: { eventId: event.id },
    body: { changeId: uuidv7(), version, scope: "all", invite: { personIds: [ben.id] } },
  });
  expect((await seenByHost(event)).attendeeCount).toBe(maxEventAttendees + 1);
});

test("the heir of an organiser gets an event that is left with guests alone", async () => {
  const { db } = nodes[0];
  const event = await createEvent({ invite: { personIds: [] } });
  await invite(event);
  await transact(db, (tx) => ownedEvents.handOver(tx, host.id, ben.id, host.id));
  const { event: taken } = await ben.client.call(eventRoutes.getEvent, ofEvent(event));
  expect([taken.organiser?.id, taken.attendees.length]).toEqual([ben.id, 3]);
});

test("every end of an access is in the audit log, with the person who ended it and where from", async () => {
  const [byHand, asAttendee] = [await createEvent(), await createEvent()];
  await invite(byHand);
  await invite(asAttendee);
  await remove(byHand);
  const { version } = await seenByHost(asAttendee);
  await host.client.call(eventRoutes.changeEvent, {
    params: { eventId: asAttendee.id },
    body: { changeId: uuidv7(), version, scope: "all", uninvite: [guest.id] },
  });
  const { rows } = await sql<{ thing: string; actor: string; has_address: boolean }>`
    SELECT before ->> 'thingId' AS thing, actor_id AS actor, address <> '' AS has_address FROM audit_log
    WHERE action = 'guest.thing-closed' AND subject_id = ${guest.id} ORDER BY number`.execute(nodes[0].db);
  expect(rows).toEqual([
    { thing: byHand.id, actor: host.id, has_address: true },
    { thing: asAttendee.id, actor: host.id, has_address: false },
  ]);
});

test("their answer reaches the organiser, for one time of a series and for all", async () => {
  const event = await createEvent({ rule: "FREQ=DAILY;COUNT=3" });
  await invite(event);
  const times = await listed();
  expect(times).toHaveLength(3);
  await answer(event, "accepted");
  await answer(event, "declined", times[1]?.occurrence);
  expect((await listed()).map(({ rsvp }) => rsvp)).toEqual(["accepted", "declined", "accepted"]);
  const { attendees } = await seenByHost(event);
  const own = attendees.find(({ person }) => person.id === guest.id);
  expect(own).toMatchObject({ rsvp: "accepted", note: "By train", person: { isGuest: true } });
  expect((await inbox(host)).map(({ kind }) => kind)).toContain("event.answered");
});

test("the later part of a split series keeps its guests", async () => {
  const event = await createEvent({ rule: "FREQ=DAILY;COUNT=4" });
  await invite(event);
  await answer(event, "accepted");
  const [, , third] = await listed();
  await host.client.call(eventRoutes.changeEvent, {
    params: { eventId: event.id },
    body: {
      changeId: uuidv7(),
      version: (await seenByHost(event)).version,
      scope: "following",
      occurrence: third?.occurrence ?? "",
      set: { title: "Later" },
    },
  });
  expect((await listed()).map(({ title, rsvp }) => [title, rsvp])).toEqual([
    ["Kick-off", "accepted"],
    ["Kick-off", "accepted"],
    ["Later", "accepted"],
    ["Later", "accepted"],
  ]);
});

test("an access that is ended is over at once: on the socket, in lists, comments and the inbox", async () => {
  const event = await createEvent();
  const subject = { kind: "event", id: event.id };
  await invite(event);
  const socket = await openSocket(nodes[1].url, guest.session.accessToken);
  await socket.command("comments.watch", { subjects: [subject] });
  await commenterOf(host).comment(subject, `@${guest.name} hello`, { mentionIds: [guest.id] });
  await commenterOf(guest).comment(subject, "Hello");
  expect((await socket.next("comment.posted")).comment.content).toContain("hello");
  await remove(event);
  while (!(await socket.next("guest-thing.changed")).isOver);
  expect((await seenByHost(event)).attendees.map(({ person }) => person.id)).not.toContain(guest.id);
  expect(await refusedOpen(event)).toBe("event_not_found");
  expect(await listed()).toEqual([]);
  expect(await inbox(guest)).toEqual([]);
  const read = guest.client.refused(commentRoutes.listComments, {
    params: { kind: "event", subjectId: event.id },
    query: {},
  });
  expect((await read).status).toBe(404);
  // Taking them from the list of attendees is the same.
  await invite(event);
  await host.client.call(eventRoutes.changeEvent, {
    params: { eventId: event.id },
    body: {
      changeId: uuidv7(),
      version: (await seenByHost(event)).version,
      scope: "all",
      uninvite: [guest.id],
    },
  });
  expect(await refusedOpen(event)).toBe("event_not_found");
  expect(socket.received.filter(({ name }) => name === "event.changed")).toEqual([]);
  socket.close();
});

test("a guest is reminded, and no more once their access to Atoll has ended", async () => {
  const start = new Date(Date.now() + 30 * 60_000).toISOString().slice(0, 16);
  const end = new Date(Date.now() + 90 * 60_000).toISOString().slice(0, 16);
  const ended = guest;
  const [first, second] = [await createEvent({ start, end }), await createEvent({ start, end })];
  await invite(first);
  guest = await enterGuest(nodes[0], "Gil", host.id);
  await invite(first);
  await invite(second);
  const { db } = nodes[0];
  await sql`UPDATE accounts SET guest_until = now() WHERE id = ${ended.id}`.execute(db);
  await sendReminders(db, new Date(Date.now() + 29.5 * 60_000));
  await everybodyNotified(db);
  const { rows } = await sql<{
    user_id: string;
    subject_id: string;
  }>`SELECT user_id, subject_id FROM notifications
    WHERE kind IN ('event.alarm', 'event.reminder') AND user_id IN (${ended.id}, ${guest.id})`.execute(db);
  expect(rows.map(({ user_id }) => user_id)).toEqual([guest.id, guest.id]);
});
