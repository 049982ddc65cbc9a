// @vitest-environment jsdom

import { calendarRoutes } from "@atoll/contract/calendar/calendar-routes";
import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import { eventRoutes as routes } from "@atoll/contract/calendar/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { type Live, type LiveCase, proveLive, startLive } from "../../../../test/start-live.tsx";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { useEvent } from "../use-event.ts";
import { useOwnCalendars, useRange } from "./use-calendar.ts";

// A screen of the calendar shows the same after each event as after a fresh fetch. Real hooks, real server.

const days = ["2027-03-15", "2027-03-16", "2027-03-17"];
const zone = ownTimeZone();
let server: RealServer;
let [ana, ben]: RealPerson[] = [];
let live: Live | undefined;
let openId: string;

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  [ana, ben] = server.people;
  openId = await invite("Tide tables");
});
afterAll(() => server.close());
afterEach(() => live?.end());

/** Ben invites Ana. */
async function invite(title: string): Promise<string> {
  const id = uuidv7();
  const times = { start: "2027-03-16T10:00", end: "2027-03-16T11:00", zone };
  await ben!.call(routes.createEvent, { body: { id, title, ...times, invite: { personIds: [ana!.id] } } });
  return id;
}
async function change(set: { title?: string; location?: string }): Promise<unknown> {
  const params = { eventId: openId };
  const { version } = (await ben!.call(routes.getEvent, { params, query: {} })).event;
  return ben!.call(routes.changeEvent, { params, body: { changeId: uuidv7(), version, set } });
}

const titlesOf = (range: {
  occurrences: readonly { eventId: string }[];
  events: Record<string, { title: string }>;
}) => range.occurrences.map(({ eventId }) => range.events[eventId]?.title);

async function range() {
  const at = (day: string) => new Date(`${day}T00:00`).toISOString();
  const query = { from: at("2027-03-15"), until: at("2027-03-18"), zone };
  const { items, events } = await ana!.call(routes.listEvents, { query });
  return titlesOf({ occurrences: items, events: Object.fromEntries(events.map((one) => [one.id, one])) });
}
const showRange = () => {
  const { data } = useRange(days);
  return data && titlesOf(data);
};
const open = async () => (await ana!.call(routes.getEvent, { params: { eventId: openId }, query: {} })).event;

const cases: Record<string, LiveCase> = {
  "days, of an invitation": {
    event: "event.changed",
    show: showRange,
    fresh: range,
    act: () => invite("Harbour walk"),
  },
  "days, of another title": {
    event: "event.changed",
    show: showRange,
    fresh: range,
    act: () => change({ title: "Tide tables, second edition" }),
  },
  "an event that is open, of another place": {
    event: "event.changed",
    show: () => useEvent(openId, undefined).data,
    fresh: open,
    act: () => change({ location: "Dock 4" }),
  },
  "an event that is open, of other reminders of all events": {
    event: "calendars.changed",
    show: () => useEvent(openId, undefined).data,
    fresh: open,
    act: () => {
      const settings = {
        timedReminders: [{ method: "push" as const, minutesBefore: 25 }],
        allDayReminders: [],
      };
      return ana!.call(calendarRoutes.saveCalendarSettings, { body: settings });
    },
  },
  "one's own calendars, of a new one": {
    event: "calendars.changed",
    show: () => useOwnCalendars().data,
    fresh: () => ana!.call(calendarRoutes.getCalendars, {}),
    act: () =>
      ana!.call(calendarRoutes.putCalendar, {
        params: { calendarId: uuidv7() },
        body: { name: "Private", colour: "palm" },
      }),
  },
  "one's own working hours": {
    event: "calendars.changed",
    show: () => useOwnCalendars().data,
    fresh: () => ana!.call(calendarRoutes.getCalendars, {}),
    act: () => {
      const workingHours = [...Array(5).fill({ from: 600, until: 1080 }), null, null];
      return ana!.call(freeRoutes.saveWorkingHours, { body: { workingHours } });
    },
  },
};

it.each(Object.entries(cases))("%s", async (_name, one) => {
  live = await startLive(server, ana!, one.show);
  await proveLive(live, one);
});
