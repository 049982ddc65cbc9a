import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import { eventRoutes as routes } from "@atoll/contract/calendar/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { eventEqualsRefetch } from "../../../test/event-equals-refetch.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createPlanners, type Planner } from "../../../test/planners.ts";

const server = sharedServer();
let [mari, kofi]: Planner[] = [];

beforeAll(async () => {
  [mari, kofi] = await createPlanners(server, { Mari: { roles: ["user"] }, Kofi: { roles: ["user"] } });
});

test("everybody who sees an event refetches it when it is created, changed, answered or deleted, and only then", async () => {
  const socket = await kofi!.listen();
  const query = { from: "2027-03-01T00:00:00.000Z", until: "2027-04-01T00:00:00.000Z" };
  const fetch = async () => {
    const { items, events } = await kofi!.client.call(routes.listEvents, { query });
    return items.map((occurrence) => ({
      ...occurrence,
      event: events.find(({ id }) => id === occurrence.eventId),
    }));
  };
  type State = Awaited<ReturnType<typeof fetch>>;
  const proof = (act: () => Promise<unknown>) =>
    eventEqualsRefetch({
      socket,
      event: "event.changed",
      fetch,
      act,
      // The named events are refetched, and all others stay as they were.
      apply: (before: State, { eventIds }, fresh: State) =>
        [
          ...before.filter(({ eventId }) => !eventIds.includes(eventId)),
          ...fresh.filter(({ eventId }) => eventIds.includes(eventId)),
        ].toSorted((a, b) => (`${a.startsAt}${a.eventId}` < `${b.startsAt}${b.eventId}` ? -1 : 1)),
    });
  const id = uuidv7();
  await proof(() => mari!.create({ id, rule: "FREQ=DAILY;COUNT=3", invite: { personIds: [kofi!.id] } }));
  await proof(() => mari!.change({ id, version: 1 }, { set: { title: "Another title" } }));
  await proof(() => kofi!.answer(id, { rsvp: "tentative" }));
  const times = { allDay: false, start: "2027-03-11T12:00", end: "2027-03-11T13:00", zone: "UTC" };
  let changeId = uuidv7();
  const following = { scope: "following" as const, occurrence: "2027-03-11T10:00", set: { times } };
  await proof(() => mari!.change({ id, version: 2 }, following, changeId));
  await proof(() => mari!.undo(changeId));
  const now = await mari!.open(id);
  await proof(async () => {
    changeId = await mari!.remove(now);
  });
  await proof(() => mari!.undo(changeId));
  await proof(async () => mari!.change(await mari!.open(id), { uninvite: [kofi!.id] }));
  expect(await fetch()).toEqual([]);
});

test("personal calendars and settings are the same on all devices", async () => {
  const socket = await mari!.listen();
  const fetch = () => mari!.client.call(routes.getCalendars, {});
  const proof = (act: () => Promise<unknown>) =>
    eventEqualsRefetch({
      socket,
      event: "calendars.changed",
      fetch,
      act,
      apply: (_before, payload) => payload,
    });
  const params = { calendarId: uuidv7() };
  await proof(() =>
    mari!.client.call(routes.putCalendar, { params, body: { name: "Running", colour: "mango" } }),
  );
  await proof(() =>
    mari!.client.call(routes.putCalendar, { params, body: { name: "Swimming", colour: "sky" } }),
  );
  const settings = { timedReminders: [{ method: "push" as const, minutesBefore: 25 }], allDayReminders: [] };
  await proof(() => mari!.client.call(routes.saveCalendarSettings, { body: settings }));
  const workingHours = [...Array(4).fill({ from: 480, until: 1020 }), null, null, null];
  await proof(() => mari!.client.call(freeRoutes.saveWorkingHours, { body: { workingHours } }));
  expect((await fetch()).workingHours).toEqual(workingHours);
  const event = await mari!.create({ calendarId: params.calendarId });
  expect([event.calendarId, event.reminders]).toEqual([params.calendarId, settings.timedReminders]);
  await proof(() => mari!.client.call(routes.deleteCalendar, { params }));
  expect((await mari!.open(event.id)).calendarId).toBeNull();
  expect(await kofi!.refused(routes.deleteCalendar, { params })).toBe("calendar_not_found");
});
