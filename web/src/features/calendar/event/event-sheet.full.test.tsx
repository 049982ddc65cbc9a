// @vitest-environment jsdom
import { calendarRoutes } from "@atoll/contract/calendar/calendar-routes";
import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import { icsRoutes } from "@atoll/contract/calendar/ics-routes";
import { eventRoutes as routes } from "@atoll/contract/calendar/routes";
import { defaultWorkingHours } from "@atoll/contract/calendar/working-hours";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { cutNetwork, requests } from "../../../../test/network.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { useOwnCalendars } from "../data/use-calendar.ts";
import { CalendarMenu, NewCalendar } from "../screen/own-calendars.tsx";
import { WorkingHoursCard } from "../settings/working-hours-card.tsx";
import { FeedDialog } from "../transfer/feed-dialog.tsx";
import { EventSheet } from "./event-sheet.tsx";

// Ana has an event or her settings open at the real server; Ben, and Ana's phone, change the same.

let server: RealServer;
let [ana, ben]: RealPerson[] = [];
let browser: OpenBrowser;

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  [ana, ben] = server.people;
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, ana!);
});
afterEach(() => {
  vi.restoreAllMocks();
  browser.end();
});

async function create(person: RealPerson, title: string, invited: RealPerson[] = []): Promise<string> {
  const id = uuidv7();
  const times = { start: "2027-03-16T10:00", end: "2027-03-16T11:00", zone: ownTimeZone() };
  const invite = { personIds: invited.map((one) => one.id) };
  await person.call(routes.createEvent, { body: { id, title, ...times, invite } });
  return id;
}
const read = async (eventId: string, who = ana!) =>
  (await who.call(routes.getEvent, { params: { eventId }, query: {} })).event;
const change = async (who: RealPerson, eventId: string, set: object) => {
  const { version } = await read(eventId, who);
  const body = { changeId: uuidv7(), scope: "all" as const, occurrence: null, version, set };
  await who.call(routes.changeEvent, { params: { eventId }, body });
};

const nothing = () => undefined;
function show(part: React.ReactNode) {
  render(
    <>
      {part}
      <Toaster />
    </>,
    { wrapper: browser.Around },
  );
}
const sheet = (eventId: string) => (
  <EventSheet
    eventId={eventId}
    occurrence={undefined}
    onDecided={nothing}
    onClose={nothing}
    onOpenTask={nothing}
  />
);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });

describe("an event that is edited", () => {
  it("is saved over a change of another device only after it was named, and keeps its other fields", async () => {
    const id = await create(ana!, "Tide tables");
    show(sheet(id));
    await press("Edit event");
    const title = await field("Title");
    await userEvent.type(title, " of May");
    await change(ana!, id, { title: "Tide charts", location: "Dock 4" });
    await press(/^Save/);
    expect(await screen.findByText(/^On another page you have changed the title and the place/)).toBeTruthy();
    expect(title.value).toBe("Tide tables of May");
    expect((await read(id)).title).toBe("Tide charts");
    await press("Save mine over it");
    await press("Save");
    await waitFor(async () =>
      expect(await read(id)).toMatchObject({ title: "Tide tables of May", location: "Dock 4" }),
    );
  });

  it("keeps its words when it is deleted on another device, and says so", async () => {
    const id = await create(ana!, "Dry dock");
    show(sheet(id));
    await press("Edit event");
    const title = await field("Title");
    await userEvent.type(title, " in May");
    const { version } = await read(id);
    const body = { changeId: uuidv7(), scope: "all" as const, occurrence: null, version };
    await ana!.call(routes.deleteEvent, { params: { eventId: id }, body });
    await press(/^Save/);
    expect(await screen.findByText(/^This event does not exist/)).toBeTruthy();
    expect(title.value).toBe("Dry dock in May");
  });
});

describe("the answer to an event", () => {
  const own = async (id: string) =>
    (await read(id, ben!)).attendees.find(({ person }) => person.id === ana!.id);

  it("keeps the note that was sent from another device", async () => {
    const id = await create(ben!, "Harbour walk", [ana!]);
    show(sheet(id));
    await screen.findByRole("radio", { name: "Maybe" });
    const answer = { rsvp: "tentative", note: "Ten minutes late", occurrence: null } as const;
    await ana!.call(routes.answerEvent, { params: { eventId: id }, body: answer });
    await waitFor(async () => expect((await field("Note to the organiser")).value).toBe("Ten minutes late"));
    await userEvent.click(screen.getByRole("radio", { name: "Yes" }));
    await waitFor(async () =>
      expect(await own(id)).toMatchObject({ rsvp: "accepted", note: "Ten minutes late" }),
    );
  });

  it("keeps a note that is typed while another answer arrives, and sends it", async () => {
    const id = await create(ben!, "Rope course", [ana!]);
    show(sheet(id));
    await userEvent.type(await field("Note to the organiser"), "With my own rope");
    const answer = { rsvp: "accepted", note: "", occurrence: null } as const;
    await ana!.call(routes.answerEvent, { params: { eventId: id }, body: answer });
    await press("Send note");
    await waitFor(async () =>
      expect(await own(id)).toMatchObject({ rsvp: "accepted", note: "With my own rope" }),
    );
  });

  it("gives way to a reason when the event is cancelled", async () => {
    const id = await create(ben!, "Night dive", [ana!]);
    show(sheet(id));
    await screen.findByRole("radio", { name: "Yes" });
    const { version } = await read(id, ben!);
    const body = { changeId: uuidv7(), scope: "all" as const, occurrence: null, version };
    await ben!.call(routes.deleteEvent, { params: { eventId: id }, body });
    expect(await screen.findByText(/^This event does not exist/)).toBeTruthy();
    expect(screen.queryByRole("radio", { name: "Yes" })).toBeNull();
  });
});

describe("the viewer's working hours", () => {
  const stored = async () => (await ana!.call(calendarRoutes.getCalendars, {})).workingHours;
  const worked = { from: 6 * 60, until: 12 * 60 };

  it("are not changed before they are known, and then only on the day that was pressed", async () => {
    await ana!.call(freeRoutes.saveWorkingHours, {
      body: { workingHours: defaultWorkingHours.map((day) => day && worked) },
    });
    const reconnect = cutNetwork(requests("GET", /./));
    show(<WorkingHoursCard />);
    const again = await screen.findByRole("button", { name: /try again/i });
    expect(screen.queryByRole("checkbox", { name: "Monday" })).toBeNull();
    reconnect();
    await userEvent.click(again);
    await userEvent.click(await screen.findByRole("checkbox", { name: "Monday" }));
    await waitFor(async () => expect((await stored())[0]).toBeNull());
    expect((await stored())[1]).toEqual(worked);
  });

  it("are shown again as they were when they could not be saved", async () => {
    show(<WorkingHoursCard />);
    const friday = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Friday" });
    const was = friday.checked;
    const reconnect = cutNetwork(requests("PUT", /./));
    await userEvent.click(friday);
    expect(await screen.findByRole("alert")).toBeTruthy();
    reconnect();
    expect(friday.checked).toBe(was);
  });
});

function Calendars() {
  const { data } = useOwnCalendars();
  return (
    <>
      <NewCalendar count={data?.calendars.length ?? 0} />
      {data?.calendars.map((calendar) => (
        <CalendarMenu key={calendar.id} calendar={calendar} />
      ))}
    </>
  );
}

describe("the viewer's calendars", () => {
  it("keep a name that could not be saved, and stay when they could not be deleted", async () => {
    show(<Calendars />);
    await press("New calendar");
    const name = await field("Name");
    await userEvent.type(name, "Rowing");
    const dialog = within(await screen.findByRole("dialog"));
    let reconnect = cutNetwork(requests("PUT", /./));
    await press("Create Calendar");
    expect(await dialog.findByRole("alert")).toBeTruthy();
    expect(name.value).toBe("Rowing");
    reconnect();
    await press("Create Calendar");
    await press("More for Rowing");
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    reconnect = cutNetwork(requests("DELETE", /./));
    await press("Delete calendar");
    expect(await screen.findByText(/cannot be reached|Failed to delete/)).toBeTruthy();
    reconnect();
    await press("Delete calendar");
    await waitFor(() => expect(screen.queryByRole("button", { name: "More for Rowing" })).toBeNull());
  });
});

describe("the address of the calendar for other programs", () => {
  it("says when it could not be loaded, made or ended, and is made and ended afterwards", async () => {
    let reconnect = cutNetwork();
    show(<FeedDialog onClose={nothing} />);
    const again = await screen.findByRole("button", { name: "Try Again" });
    reconnect();
    await userEvent.click(again);
    const create = await screen.findByRole("button", { name: "Create an address" });
    reconnect = cutNetwork();
    await userEvent.click(create);
    expect(await screen.findByRole("alert")).toBeTruthy();
    reconnect();
    await press("Create an address");
    expect((await field("Address of your calendar")).value).toMatch(/^http/);
    await press("End the address");
    const asked = within(await screen.findByRole("alertdialog"));
    reconnect = cutNetwork();
    await userEvent.click(asked.getByRole("button", { name: "End the address" }));
    expect(await asked.findByRole("alert")).toBeTruthy();
    reconnect();
    await userEvent.click(asked.getByRole("button", { name: "End the address" }));
    await waitFor(async () => expect((await ana!.call(icsRoutes.getFeed, {})).feed).toBeNull());
  });
});
