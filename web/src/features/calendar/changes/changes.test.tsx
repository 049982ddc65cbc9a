// @vitest-environment jsdom
import { eventRoutes as routes } from "@atoll/contract/calendar/routes";
import { act, renderHook, waitFor } from "@testing-library/react";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { outboxOf } from "../../../capabilities/offline/outbox/own-outbox.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { useRange } from "../data/use-calendar.ts";
import { readWall } from "../time/wall.ts";
import { useEvent } from "../use-event.ts";
import { answerEvent, changeEvent, createEvent, deleteEvent, meant, moveEvent } from "./changes.ts";
import { useShownRange } from "./use-shown.ts";

// Changes that Ana makes while the server cannot be reached are shown at once, and sent once and in order.
const days = ["2027-03-15", "2027-03-16", "2027-03-17"];
const zone = ownTimeZone();
let server: RealServer;
let [ana, ben]: RealPerson[] = [];
let browser: OpenBrowser;
const patience = { timeout: 60_000 };

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  [ana, ben] = server.people;
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, ana!);
});
afterEach(() => {
  browser.end();
  vi.restoreAllMocks();
});

function show() {
  const { result } = renderHook(() => useShownRange(useRange(days).data, days), { wrapper: browser.Around });
  const titles = () => {
    const range = result.current;
    return range?.occurrences
      .map((one) => `${one.title ?? range.events[one.eventId]?.title} ${one.start.slice(5)} ${one.rsvp}`)
      .toSorted();
  };
  const find = (eventId: string) => {
    const event = result.current?.events[eventId];
    const occurrence = result.current?.occurrences.find((one) => one.eventId === eventId);
    if (!event || !occurrence) throw new Error("the event is not shown");
    return { event, occurrence };
  };
  return { titles, find };
}
const soon = (look: () => unknown) => waitFor(look, patience);

async function create(person: RealPerson, title: string, more: object = {}): Promise<string> {
  const id = uuidv7();
  const times = { start: "2027-03-16T10:00", end: "2027-03-16T11:00", zone };
  await person.call(routes.createEvent, { body: { id, title, ...times, ...more } });
  return id;
}
const read = async (eventId: string) =>
  (await ana!.call(routes.getEvent, { params: { eventId }, query: {} })).event;

/** Nothing of Ana's reaches the server until it is called. */
function goAway(): () => Promise<void> {
  const real = globalThis.fetch;
  const away = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const isOwn = new Headers(init?.headers).get("authorization")?.includes(ana!.session.accessToken);
    return isOwn ? Promise.reject(new TypeError("Failed to fetch")) : real(input, init);
  });
  return async () => {
    away.mockRestore();
    outboxOf(browser.signedIn).flush();
    await soon(() => expect(outboxOf(browser.signedIn).unsent()).toEqual([]));
  };
}

it("lets a new event, moves, edits and an answer wait, and sends each once in its order", async () => {
  const own = await create(ana!, "Tide tables");
  const theirs = await create(ben!, "Harbour walk", { invite: { personIds: [ana!.id] } });
  const { titles, find } = show();
  await soon(() =>
    expect(titles()).toEqual(["Harbour walk 03-16T10:00 pending", "Tide tables 03-16T10:00 accepted"]),
  );
  const { signedIn } = browser;
  const comeBack = goAway();
  const at = (minute: number) => ({ day: "2027-03-17", minute });
  await act(async () => {
    const made = { title: "Dry dock", start: "2027-03-15T08:00", end: "2027-03-15T09:00", zone };
    expect(await createEvent(signedIn, { id: uuidv7(), ...made })).toBe("waiting");
    const { event, occurrence } = find(own);
    await moveEvent(signedIn, event, occurrence, { from: at(600), to: at(660) }, "all");
  });
  await soon(() => expect(titles()).toContain("Tide tables 03-17T10:00 accepted"));
  await act(async () => {
    const { event, occurrence } = find(own);
    // Over what the move, which has not arrived, will have made of it.
    await moveEvent(signedIn, event, occurrence, { from: at(720), to: at(780) }, "all");
    const change = { ...meant(event, occurrence.occurrence, "all"), set: { title: "Spring tides" } };
    await changeEvent(signedIn, event, change, "saved");
    await answerEvent(signedIn, find(theirs).event, { rsvp: "tentative", note: "Late", occurrence: null });
  });
  const shown = [
    "Dry dock 03-15T08:00 accepted",
    "Harbour walk 03-16T10:00 tentative",
    "Spring tides 03-17T12:00 accepted",
  ];
  await soon(() => expect(titles()).toEqual(shown));
  await comeBack();
  await soon(() => expect(titles()).toEqual(shown));
  expect(await read(own)).toMatchObject({ title: "Spring tides", start: "2027-03-17T12:00" });
  expect((await read(theirs)).rsvp).toBe("tentative");
});

it("shows an event that the server does not have yet, and what is done to it before it arrives", async () => {
  const id = uuidv7();
  const comeBack = goAway();
  const { result } = renderHook(() => useEvent(id, undefined), { wrapper: browser.Around });
  const made = { title: "Caulking", start: "2027-03-16T08:00", end: "2027-03-16T09:00", zone };
  await act(() => createEvent(browser.signedIn, { id, ...made, description: "The deck" }));
  expect(result.current.data).toMatchObject({ title: "Caulking", description: "The deck", mayChange: true });
  const event = result.current.data!;
  const change = { ...meant(event, event.occurrence.occurrence, "all"), set: { location: "Dock 4" } };
  await act(() => changeEvent(browser.signedIn, event, change, "saved"));
  expect(result.current.data?.location).toBe("Dock 4");
  await comeBack();
  await soon(() => expect(result.current.data).toMatchObject({ location: "Dock 4", version: 2 }));
});

it("reverts a refused change, and hides a deleted event at once", async () => {
  const own = await create(ana!, "Bilge pump");
  const { titles, find } = show();
  await soon(() => expect(titles()).toContain("Bilge pump 03-16T10:00 accepted"));
  const { event, occurrence } = find(own);
  // A version that is no longer current, because the event was changed on another device.
  const stale = { ...event, version: event.version - 1 };
  const to = { from: readWall("2027-03-15T10:00"), to: readWall("2027-03-15T11:00") };
  await act(() =>
    expect(moveEvent(browser.signedIn, stale, occurrence, to, "all")).rejects.toMatchObject({
      code: "changed_meanwhile",
    }),
  );
  await soon(() => expect(titles()).toContain("Bilge pump 03-16T10:00 accepted"));
  const comeBack = goAway();
  await act(() => deleteEvent(browser.signedIn, event, meant(event, occurrence.occurrence, "all")));
  expect(titles()?.join()).not.toContain("Bilge pump");
  await comeBack();
  expect(titles()?.join()).not.toContain("Bilge pump");
  await expect(read(own)).rejects.toThrow("event_not_found");
});
