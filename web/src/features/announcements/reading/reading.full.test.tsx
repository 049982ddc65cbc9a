// @vitest-environment jsdom
import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { cutNetwork, requests } from "../../../../test/network.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { AnnouncementList } from "../list/announcement-list.tsx";
import { ReadersScreen } from "../readers/readers-screen.tsx";
import { ReadingPane } from "./reading-pane.tsx";

// Announcements as readers and their author have them open at the real server, while others act elsewhere.

let server: RealServer;
let admin: RealPerson;
let [ana, ben]: RealPerson[] = [];
let browser: OpenBrowser;

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  admin = server.admin;
  [ana, ben] = server.people;
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
  browser.end();
});

const of = (announcementId: string) => ({ params: { announcementId } });
const read = async (id: string, who = admin) => (await who.call(routes.getAnnouncement, of(id))).announcement;

async function publish(title: string, mustRead = false): Promise<string> {
  const id = uuidv7();
  const body = { id, title, content: "Read this", mustRead };
  const { announcement } = await admin.call(routes.createAnnouncement, { body });
  const { textVersion } = announcement;
  await admin.call(routes.publishAnnouncement, { ...of(id), body: { textVersion } });
  return id;
}
async function confirm(who: RealPerson, id: string): Promise<void> {
  const { edition } = await read(id, who);
  await who.call(routes.confirmAnnouncement, { ...of(id), body: { edition } });
}

async function show(who: RealPerson, part: React.ReactNode): Promise<void> {
  browser = await openBrowser(server, who);
  render(
    <>
      {part}
      <Toaster />
    </>,
    { wrapper: browser.Around },
  );
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const nothing = () => undefined;
const pane = (id: string) => (
  <ReadingPane
    announcementId={id}
    back={null}
    readersLink={<a href="/readers">Readers</a>}
    onEdit={nothing}
    onClose={nothing}
  />
);

describe("an open announcement", () => {
  it("asks to confirm the new text, and only then confirms it, when it changes while it is read", async () => {
    const id = await publish("Life vests", true);
    await show(ana!, pane(id));
    await screen.findByRole("button", { name: "I have read this" });
    const { textVersion } = await read(id);
    const body = { textVersion, content: "Wear them on deck", isImportant: true };
    // The page does not hear of it.
    browser.realtime.close();
    await admin.call(routes.changeAnnouncement, { ...of(id), body });
    await press("I have read this");
    expect(await screen.findByText(/^Someone else changed this/)).toBeTruthy();
    expect(await screen.findByText("Wear them on deck")).toBeTruthy();
    expect((await read(id, ana!)).readStatus?.confirmedAt ?? null).toBeNull();
    await press("I have read this");
    await waitFor(async () => expect((await read(id, ana!)).readStatus?.confirmedAt).toBeTruthy());
  });

  it("is confirmed on the page when its reader confirms it on another device", async () => {
    const id = await publish("Fire drill", true);
    await show(ana!, pane(id));
    await screen.findByRole("button", { name: "I have read this" });
    await confirm(ana!, id);
    expect(await screen.findByText(/^You confirmed this on/)).toBeTruthy();
  });

  it("gives way to a reason when it is archived, and comes back when it is published again", async () => {
    const id = await publish("Gangway");
    await show(ana!, pane(id));
    await screen.findByRole("heading", { name: "Gangway" });
    const changeId = uuidv7();
    await admin.call(routes.archiveAnnouncement, { ...of(id), query: { changeId } });
    expect(await screen.findByText(/^This announcement does not exist/)).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Gangway" })).toBeNull();
    const { textVersion } = await read(id);
    await admin.call(routes.publishAnnouncement, { ...of(id), body: { textVersion } });
    expect(await screen.findByRole("heading", { name: "Gangway" })).toBeTruthy();
  });

  it("keeps asking, with the reason, when it could not be deleted", async () => {
    const id = await publish("Old rules");
    await show(admin, pane(id));
    await press("More");
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    const reconnect = cutNetwork(requests("DELETE", /./));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await dialog.findByRole("alert")).toBeTruthy();
    reconnect();
    expect((await read(id)).title).toBe("Old rules");
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(async () => expect(await admin.status(routes.getAnnouncement, of(id))).toBe(404));
  });
});

describe("the list", () => {
  it("says so when it could not be loaded, and when there is nothing to confirm", async () => {
    browser = await openBrowser(server, ben!);
    const reconnect = cutNetwork();
    const onShownChange = vi.fn();
    const link = () => <a href="/open">Open</a>;
    const given = { onShownChange, openId: undefined, renderLink: link, onNew: undefined };
    render(<AnnouncementList shown="urgent" {...given} />, { wrapper: browser.Around });
    const again = await screen.findByRole("button", { name: "Try Again" });
    reconnect();
    await userEvent.click(again);
    await press("Show all");
    expect(onShownChange).toHaveBeenCalledWith("all");
  });
});

describe("the readers of a must-read", () => {
  const readers = async (id: string) => {
    const announcement = await read(id);
    await show(admin, <ReadersScreen announcement={announcement} renderActions={(buttons) => buttons} />);
  };
  const box = (name: string) => screen.findByRole("checkbox", { name: `Choose ${name}` });

  it("are no longer chosen once they have confirmed it", async () => {
    const id = await publish("Oil spills", true);
    await readers(id);
    await userEvent.click(await box("Ana"));
    await userEvent.click(await box("Ben"));
    expect(await screen.findByText("2 selected")).toBeTruthy();
    await confirm(ana!, id);
    expect(await screen.findByText("1 selected")).toBeTruthy();
    await confirm(ben!, id);
    await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
  });

  it("stay chosen, with the reason, when the reminder could not be sent", async () => {
    const id = await publish("Ballast", true);
    await readers(id);
    await userEvent.click(await box("Ben"));
    const reconnect = cutNetwork(requests("POST", /./));
    await press("Nudge");
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(screen.getByText("1 selected")).toBeTruthy();
    reconnect();
    await press("Nudge");
    expect(await screen.findByText("1 person reminded")).toBeTruthy();
    expect(screen.queryByText("1 selected")).toBeNull();
  });
});
