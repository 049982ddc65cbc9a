// @vitest-environment jsdom
import { calendarRoutes } from "@atoll/contract/calendar/calendar-routes";
import { eventRoutes as routes } from "@atoll/contract/calendar/routes";
import type { EventName } from "@atoll/contract/events";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { heldEqualsRefetch } from "../../../../test/held-equals-refetch.ts";
import { adopt, clearSession } from "../../../lib/session-store.ts";
import { createSignedIn } from "../../../lib/signed-in.ts";
import { createRealtimeSocket, type RealtimeSocket } from "../../../lib/socket.ts";
import { SignedInValue } from "../../../lib/use-signed-in.tsx";
import { ownTimeZone } from "../../../lib/wall-time.ts";
import { useOwnCalendars, useRange } from "./use-calendar.ts";
import { useEvent } from "./use-event.ts";

// What a screen of the calendar shows after each event is what a fresh fetch gives: its real hooks at the real server.

const days = ["2027-03-15", "2027-03-16", "2027-03-17"];
const zone = ownTimeZone();
let server: RealServer;
let [ana, ben]: RealPerson[] = [];
let realtime: RealtimeSocket;
let end: () => void;
let openId: string;

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  [ana, ben] = server.people;
  openId = await invite("Tide tables");
}, 60_000);
afterAll(() => server.close(), 60_000);
afterEach(() => {
  end();
  clearSession("never-in");
  vi.unstubAllGlobals();
});

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

interface Case {
  event: EventName;
  show: () => unknown;
  fresh: () => Promise<unknown>;
  act: () => Promise<unknown>;
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

const cases: Record<string, Case> = {
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
    act: () => change({ title: "Tide tables, anew" }),
  },
  "an event that is open, of another place": {
    event: "event.changed",
    show: () => useEvent(openId, undefined).data,
    fresh: open,
    act: () => change({ location: "Dock 4" }),
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
};

async function start({ show }: Case): Promise<() => unknown> {
  vi.stubGlobal("location", new URL(server.url));
  localStorage.clear();
  adopt(ana!.session, ana!.user);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  realtime = createRealtimeSocket({ url: server.url, getToken: () => ana!.session.accessToken });
  const signedIn = createSignedIn({ queryClient, realtime, viewer: ana!.user });
  const shown = renderHook(show, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>
        <SignedInValue value={signedIn}>{children}</SignedInValue>
      </QueryClientProvider>
    ),
  });
  end = () => {
    shown.unmount();
    realtime.close();
    signedIn.end();
    queryClient.clear();
  };
  realtime.open();
  await vi.waitUntil(() => realtime.getState() === "connected");
  return () => shown.result.current;
}

it.each(Object.entries(cases))("%s", { timeout: 60_000 }, async (_name, one) => {
  const held = await start(one);
  let heard = 0;
  realtime.on(one.event, () => {
    heard += 1;
  });
  await heldEqualsRefetch({ held, fresh: one.fresh, act: one.act });
  await vi.waitFor(() => expect(heard).toBeGreaterThan(0));
});
