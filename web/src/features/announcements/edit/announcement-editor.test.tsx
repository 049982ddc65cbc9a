// @vitest-environment jsdom
import { announcementTitleMaxLength } from "@atoll/contract/announcements/limits";
import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { cutNetwork, holdAnswers, loseAnswer, requests } from "../../../../test/network.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { AnnouncementEditor } from "./announcement-editor.tsx";

// The administrator writes in a browser at the real server; requests of another browser change the same announcement.

let server: RealServer;
let elsewhere: RealPerson;
let browser: OpenBrowser;
let announcementId: string;
let user: ReturnType<typeof userEvent.setup>;

beforeAll(async () => {
  server = await startRealServer([]);
  elsewhere = await server.signInAgain();
});
afterAll(() => server.close());
beforeEach(async () => {
  announcementId = uuidv7();
  browser = await openBrowser(server, server.admin);
  user = userEvent.setup();
});
afterEach(() => {
  browser.end();
  vi.restoreAllMocks();
});

const params = () => ({ announcementId });
const createDraft = (title: string) =>
  elsewhere.call(routes.createAnnouncement, { body: { id: announcementId, title, content: "Saturday" } });
const stored = async () => (await elsewhere.call(routes.getAnnouncement, { params: params() })).announcement;
const saveElsewhere = async (title: string) => {
  const { textVersion } = await stored();
  return elsewhere.call(routes.changeAnnouncement, { params: params(), body: { textVersion, title } });
};

function open({ isNew = false } = {}) {
  const [onCreated, onDone] = [vi.fn(), vi.fn()];
  render(
    <browser.Around>
      <AnnouncementEditor
        announcementId={announcementId}
        crumbs={null}
        isNew={isNew}
        onCreated={onCreated}
        onDone={onDone}
      />
    </browser.Around>,
  );
  return { onCreated, onDone };
}
const titleField = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Title" });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });

it("creates one draft with the first word, and none before", async () => {
  const { onCreated } = open({ isNew: true });
  const title = await titleField();
  expect(await elsewhere.status(routes.getAnnouncement, { params: params() })).toBe(404);
  await user.type(title, "Quay closed");
  await waitFor(() => expect(onCreated).toHaveBeenCalled());
  expect(onCreated).toHaveBeenCalledOnce();
  await user.click(button("Save draft"));
  await waitFor(async () => expect(await stored()).toMatchObject({ title: "Quay closed", status: "DRAFT" }));
});

it("moves from the title to the text with Enter", async () => {
  open({ isNew: true });
  await user.type(await titleField(), "Quay closed{Enter}Use the east gate.");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Text" }).value).toBe("Use the east gate.");
});

it("shows a newer version from someone else, and overwrites it only after it was seen", async () => {
  await createDraft("Quay closed");
  open();
  const title = await titleField();
  await user.type(title, " on Saturday");
  await saveElsewhere("Quay open");
  await screen.findByText(/^Someone else saved this announcement while you were editing/);
  expect(screen.getByText("Quay open")).toBeTruthy();
  expect(title.value).toBe("Quay closed on Saturday");
  expect(button("Save draft").disabled).toBe(true);

  await user.click(button("Go on with mine"));
  await user.click(button("Save draft"));
  await waitFor(async () => expect((await stored()).title).toBe("Quay closed on Saturday"));
  expect(screen.queryByText(/^Someone else saved/)).toBeNull();
});

it("applies a newer version from someone else, and asks again after each further one", async () => {
  await createDraft("Quay closed");
  open();
  const title = await titleField();
  await user.type(title, " soon");
  await saveElsewhere("Quay open");
  await user.click(await screen.findByRole("button", { name: "Go on with mine" }));
  await saveElsewhere("Quay dry");
  await screen.findByText("Quay dry");
  expect(button("Save draft").disabled).toBe(true);
  await user.click(button("Take theirs, discard mine"));
  expect(title.value).toBe("Quay dry");
  expect(screen.queryByText(/^Someone else saved/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
});

it("names the field that the server refuses, and keeps its text", async () => {
  await createDraft("");
  open();
  const title = await titleField();
  const tooLong = "a".repeat(announcementTitleMaxLength + 1);
  await user.click(title);
  await user.paste(tooLong);
  await user.click(button("Save draft"));
  await waitFor(() => expect(title.getAttribute("aria-invalid")).toBe("true"));
  expect(title.value).toBe(tooLong);
  expect((await stored()).title).toBe("");
  await user.type(title, "{Backspace}");
  expect(title.getAttribute("aria-invalid")).toBe("false");
  await user.click(button("Save draft"));
  await waitFor(async () => expect((await stored()).title).toHaveLength(announcementTitleMaxLength));
});

it("keeps typed text when the connection drops and the page is reopened", async () => {
  await createDraft("Quay closed");
  open();
  await user.type(await titleField(), " for repairs");
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  await user.click(button("Save draft"));
  await screen.findByRole("alert");
  vi.restoreAllMocks();
  cleanup();

  open();
  expect((await titleField()).value).toBe("Quay closed for repairs");
  await user.click(button("Save draft"));
  await waitFor(async () => expect((await stored()).title).toBe("Quay closed for repairs"));
});

it("shows that it was deleted, and keeps the typed text", async () => {
  await createDraft("Quay closed");
  open();
  await user.type(await titleField(), " for good");
  await elsewhere.call(routes.deleteAnnouncement, { params: params() });
  await screen.findByText(/^You can no longer edit this announcement/);
  expect((await titleField()).value).toBe("Quay closed for good");
  expect(button("Save draft").disabled).toBe(true);
});

it("publishes the text on the screen, including unsaved words", async () => {
  await createDraft("Quay");
  const { onDone } = open();
  await user.type(await titleField(), " opens");
  await user.click(await screen.findByRole("button", { name: /^Publish/ }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(await stored()).toMatchObject({ title: "Quay opens", status: "PUBLISHED" });
});

it("keeps what is typed while a save is answered, and saves it over its own version", async () => {
  await createDraft("Quay closed");
  open();
  const title = await titleField();
  await user.type(title, " today");
  const answers = holdAnswers(requests("PATCH", /announcements/));
  await user.click(button("Save draft"));
  await waitFor(() => expect(answers.count()).toBe(1));
  await user.type(title, " and tomorrow");
  await answers.release();
  await waitFor(() => expect(button("Save draft").disabled).toBe(false));
  expect(title.value).toBe("Quay closed today and tomorrow");
  expect((await stored()).title).toBe("Quay closed today");
  expect(screen.queryByText(/^Someone else saved/)).toBeNull();
  await user.click(button("Save draft"));
  await waitFor(async () => expect((await stored()).title).toBe("Quay closed today and tomorrow"));
});

it("creates one draft where the answer was lost, and saves its words", async () => {
  open({ isNew: true });
  const title = await titleField();
  loseAnswer(requests("POST", /announcements$/));
  await user.type(title, "Slip");
  await user.click(button("Save draft"));
  await waitFor(async () => expect(await stored()).toMatchObject({ title: "Slip", status: "DRAFT" }));
});

it("offers to try again where the audience could not be counted, and publishes nothing to nobody", async () => {
  await createDraft("Slip closed");
  const reconnect = cutNetwork(requests("GET", /reach/));
  open();
  const again = await screen.findByRole("button", { name: /try again/i });
  reconnect();
  await user.click(again);
  await user.click(await screen.findByRole("checkbox", { name: "Backend" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toMatch(/^Reaches nobody/));
  await waitFor(() => expect(button("Publish to 0 people").disabled).toBe(true));
  await user.click(screen.getByRole("checkbox", { name: "Backend" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toMatch(/^Everyone/));
});

it("keeps the words of a draft that is published elsewhere while they are typed", async () => {
  await createDraft("Slip open");
  const { onDone } = open();
  await user.type(await titleField(), " again");
  await elsewhere.call(routes.publishAnnouncement, {
    params: params(),
    body: { textVersion: (await stored()).textVersion },
  });
  // Published elsewhere while it is being written: the words stay, and are another version.
  await waitFor(() => expect(button("Publish changes")).toBeTruthy());
  expect((await titleField()).value).toBe("Slip open again");
  await user.click(button("Publish changes"));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(await stored()).toMatchObject({ title: "Slip open again", status: "PUBLISHED" });
});

it("keeps the chosen publish time until it is published, whatever else is saved", async () => {
  await createDraft("Dock closed");
  open();
  const day = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Publish" });
  await user.type(await day(), "2036-05-04{Tab}");
  const shown = (await day()).value;
  expect(shown).not.toBe("");
  await screen.findByText("Not saved yet, kept here");
  cleanup();
  // A text that someone else saves is no conflict with a time.
  await saveElsewhere("Dock open");
  open();
  await waitFor(async () => expect((await titleField()).value).toBe("Dock open"));
  expect(screen.queryByText(/^Someone else saved/)).toBeNull();
  expect((await day()).value).toBe(shown);
  await user.type(await titleField(), " again");
  await user.click(button("Save draft"));
  await waitFor(async () => expect((await stored()).title).toBe("Dock open again"));
  expect((await day()).value).toBe(shown);
  await user.click(button("Schedule"));
  await waitFor(async () => expect((await stored()).scheduledFor).toMatch(/^2036-05-0/));
  await waitFor(() => expect(screen.queryByText("Not saved yet, kept here")).toBeNull());
});
