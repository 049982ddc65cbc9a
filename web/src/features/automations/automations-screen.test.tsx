// @vitest-environment jsdom
import type { Automation, AutomationRun } from "@atoll/contract/automations/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { AutomationsScreen } from "./automations-screen.tsx";

let person: SignedIn;
let automations: Automation[];
let runs: AutomationRun[];
let reading: (request: ReceivedRequest) => Answer | undefined;
let writing: (request: ReceivedRequest) => Answer;
let sent: { method: string; url: string; body: Record<string, unknown> }[];
beforeEach(() => {
  automations = [watch];
  runs = [];
  reading = () => undefined;
  writing = () => ({ json: { automation: watch } });
  sent = [];
});
afterEach(() => person.end());

const run: AutomationRun = {
  ...{ id: testId(80), at: "2026-03-02T10:00:00.000Z", state: "failed", event: "A task is created" },
  ...{ link: null, depth: 0, reason: "You cannot write there", results: [], tries: 8 },
};
const watch: Automation = {
  ...{ id: testId(90), name: "Watch", owner: { id: testId(1), name: "Ada Quay" }, isOwn: true },
  place: { kind: "department", id: testId(5), name: "Harbour", stages: [] },
  trigger: { kind: "task.created" },
  conditions: { priorities: "urgent" },
  actions: [{ do: "message.post", channelId: testId(6), text: "New: {{task.title}}" }],
  names: { [testId(5)]: "Harbour", [testId(6)]: "releases" },
  ...{ isOn: true, stopReason: null, nextAt: null, lastRun: null, failures: 0, version: 3 },
};
const weekdays = { refusal: null, words: "At 09:00, on Monday to Friday" };
const channel = { kind: "channel", id: testId(7), name: "general", stages: [] };

async function start() {
  person = await startSignedIn((request) => {
    const { method, url } = request;
    if (method !== "GET") {
      sent.push({ method, url, body: (request.body ?? {}) as Record<string, unknown> });
      return writing(request);
    }
    const read = reading(request);
    if (read) return read;
    if (url.includes("/pattern")) {
      const isShort = new URL(url, "http://atoll").searchParams.get("pattern") === "* * * * *";
      const times = ["2026-03-02T08:00:00.000Z"];
      return {
        json: isShort ? { refusal: "Leave more time", words: "", times: [] } : { ...weekdays, times },
      };
    }
    if (url.includes("/outgoing-webhooks")) return { json: { webhooks: [] } };
    if (url.includes("/places")) return { json: { places: [channel, watch.place] } };
    if (url.includes("/runs")) return { json: { items: runs, nextCursor: null } };
    if (url.includes("/api/automations")) return { json: { items: automations, nextCursor: null } };
    return { json: { items: [], people: [], nextCursor: null } };
  }, aViewer());
  return person.show(<AutomationsScreen />);
}
type User = Awaited<ReturnType<typeof start>>;

async function choose(user: User, item: string) {
  await user.click(await screen.findByRole("button", { name: "More for Watch" }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
}
async function open(user: User, item: string) {
  await choose(user, item);
  return within(await screen.findByRole("dialog"));
}
const save = { name: "Save automation" };

test("sends only the field that was edited, with the version that was seen", async () => {
  const user = await start();
  const dialog = await open(user, "Edit");
  await user.type(dialog.getByLabelText("Name"), " them");
  await user.click(dialog.getByRole("button", save));
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ version: 3, name: "Watch them" }]);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});

test("shows what an automation does in its form, and changes the text of an action", async () => {
  const user = await start();
  const dialog = await open(user, "Edit");
  expect(dialog.getByText("releases")).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Remove Urgent" })).toBeTruthy();
  const text = dialog.getByLabelText<HTMLTextAreaElement>("Text", { selector: "textarea" });
  expect(text.value).toBe("New: {{task.title}}");
  await user.type(text, "!");
  await user.click(dialog.getByRole("button", save));
  await expect
    .poll(() => sent[0]?.body)
    .toEqual({
      version: 3,
      actions: [{ do: "message.post", channelId: testId(6), text: "New: {{task.title}}!" }],
    });
});

test("keeps the typed words when a save fails", async () => {
  writing = () => refuse("internal_error");
  const user = await start();
  const dialog = await open(user, "Edit");
  await user.type(dialog.getByLabelText("Name"), " more");
  await user.click(dialog.getByRole("button", save));
  await dialog.findByRole("alert");
  expect(dialog.getByLabelText<HTMLInputElement>("Name").value).toBe("Watch more");
});

test("shows the newer name after a conflict, keeps the typed one, and saves it when asked", async () => {
  const user = await start();
  const dialog = await open(user, "Edit");
  writing = () => {
    automations = [{ ...watch, name: "Renamed", version: 4 }];
    writing = () => ({ json: { automation: watch } });
    return refuse("changed_meanwhile");
  };
  await user.type(dialog.getByLabelText("Name"), " more");
  await user.click(dialog.getByRole("button", save));
  expect(await dialog.findByText(/Someone else changed “Name”/)).toBeTruthy();
  expect(dialog.getByText("Renamed")).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>("Name").value).toBe("Watch more");
  await user.click(dialog.getByRole("button", { name: "Keep mine" }));
  await user.click(dialog.getByRole("button", save));
  await expect.poll(() => sent.at(-1)?.body).toEqual({ version: 4, name: "Watch more" });
});

test("saves over a newer version that changed other fields", async () => {
  const user = await start();
  const dialog = await open(user, "Edit");
  writing = () => {
    automations = [{ ...watch, conditions: {}, version: 4 }];
    writing = () => ({ json: { automation: watch } });
    return refuse("changed_meanwhile");
  };
  await user.type(dialog.getByLabelText("Name"), " more");
  await user.click(dialog.getByRole("button", save));
  await expect.poll(() => sent.at(-1)?.body).toEqual({ version: 4, name: "Watch more" });
});

test("names a channel that the owner cannot see any more, and lets them choose another one", async () => {
  automations = [{ ...watch, names: { [testId(5)]: "Harbour" } }];
  const user = await start();
  const dialog = await open(user, "Edit");
  expect(dialog.getByText("This automation names what is gone, or what you cannot see:")).toBeTruthy();
  expect(dialog.getByText("This channel is gone, or you cannot see it. Choose another one.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: /^Remove A channel that is gone/ }));
  await user.click(await dialog.findByRole("option", { name: /general/ }));
  await user.click(dialog.getByRole("button", save));
  await expect
    .poll(() => sent[0]?.body.actions)
    .toEqual([{ do: "message.post", channelId: testId(7), text: "New: {{task.title}}" }]);
});

test("says that the webhook of an action is gone, and sends nothing when nothing was changed", async () => {
  automations = [{ ...watch, actions: [{ do: "webhook.call", webhookId: testId(70) }] }];
  const user = await start();
  const dialog = await open(user, "Edit");
  expect(await dialog.findByText("This webhook is gone. Choose another one.")).toBeTruthy();
  await user.click(dialog.getByRole("button", save));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(sent).toEqual([]);
});

test("names a stage that the section does not have any more", async () => {
  automations = [
    {
      ...watch,
      place: { kind: "section", id: testId(5), name: "Leads", stages: [{ id: "won", name: "Won" }] },
      trigger: { kind: "card.stage", to: "lost" },
      conditions: {},
    },
  ];
  const user = await start();
  const dialog = await open(user, "Edit");
  expect(dialog.getByText("This stage is not in the section any more. Choose another one.")).toBeTruthy();
  expect(dialog.getAllByText("A stage that is gone (lost)").length).toBeGreaterThan(0);
});

test("chooses no channel by Enter before one is searched for, and says what is missing", async () => {
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "New automation" }));
  const dialog = within(await screen.findByRole("dialog"));
  const search = dialog.getByRole("combobox", { name: "Choose a channel" });
  await dialog.findByRole("option", { name: /general/ });
  expect(dialog.queryByRole("option", { selected: true })).toBeNull();
  await user.type(search, "{Enter}");
  expect(dialog.queryByRole("button", { name: "Remove general" })).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Create automation" }));
  expect(await dialog.findByText("Choose a place")).toBeTruthy();
  expect(dialog.getAllByText("Choose a channel").length).toBeGreaterThan(0);
  expect(sent).toEqual([]);
});

test("keeps what was typed when another template or trigger is chosen", async () => {
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "New automation" }));
  const dialog = within(await screen.findByRole("dialog"));
  const pick = async (label: string, option: string) => {
    await user.click(dialog.getByRole("combobox", { name: label }));
    await user.click(await screen.findByRole("option", { name: option }));
  };
  await user.type(dialog.getByLabelText("Name"), "!");
  await pick("What it does", "Assign new tasks in turn");
  expect(dialog.getByLabelText<HTMLInputElement>("Name").value).toBe("Post new tasks in a channel!");
  await pick("When", "A question is asked");
  expect(dialog.getByRole("combobox", { name: "Action" }).textContent).toContain("Change the task");
  await user.click(dialog.getByRole("button", { name: "Create automation" }));
  expect(await dialog.findByText("Only a trigger of tasks has a task to change")).toBeTruthy();
  expect(sent).toEqual([]);
});

test("creates one automation though an answer was lost", async () => {
  let attempts = 0;
  writing = () => {
    attempts += 1;
    return attempts === 1 ? refuse("internal_error") : { status: 201, json: { automation: watch } };
  };
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "New automation" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(await dialog.findByRole("option", { name: /Harbour/ }));
  await user.click(await dialog.findByRole("option", { name: /general/ }));
  await user.click(dialog.getByRole("button", { name: "Create automation" }));
  await dialog.findByRole("alert");
  await user.click(dialog.getByRole("button", { name: "Create automation" }));
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[1]?.body).toMatchObject({
    place: { kind: "department", id: testId(5) },
    trigger: { kind: "task.created" },
    actions: [{ do: "message.post", channelId: testId(7) }],
  });
});

test("shows an automation of a colleague without fields, and takes it over", async () => {
  automations = [{ ...watch, isOwn: false, owner: { id: testId(2), name: "Ben Roe" } }];
  const user = await start();
  const dialog = await open(user, "Show what it does");
  expect(dialog.getByText("A task is created")).toBeTruthy();
  expect(dialog.getByText("Priority: Urgent")).toBeTruthy();
  expect(dialog.queryByRole("textbox")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Take over" }));
  await expect
    .poll(() => sent)
    .toEqual([{ method: "PUT", url: expect.stringContaining(`${watch.id}/owner`), body: { version: 3 } }]);
});

test("shows a pattern in words with its next times while it is typed, and why it cannot be used", async () => {
  automations = [
    { ...watch, conditions: {}, trigger: { kind: "cron", pattern: "0 9 * * 1-5", zone: "UTC" } },
  ];
  writing = () => refuse("automation_pattern_refused");
  const user = await start();
  const dialog = await open(user, "Edit");
  expect(await dialog.findByText(/^At 09:00, on Monday to Friday\. Next: .*2026/)).toBeTruthy();
  const pattern = dialog.getByLabelText("Pattern");
  await user.clear(pattern);
  await user.type(pattern, "* * * * *");
  expect(await dialog.findByText("Leave more time")).toBeTruthy();
  await user.click(dialog.getByRole("button", save));
  expect(await dialog.findByText(/^This pattern cannot be used/)).toBeTruthy();
  expect(sent[0]?.body).toEqual({ version: 3, trigger: { kind: "cron", pattern: "* * * * *", zone: "UTC" } });
});

test("says that there are no automations yet", async () => {
  automations = [];
  await start();
  expect(await screen.findByText("No automations yet")).toBeTruthy();
});

test("says that the automations could not be loaded, and loads them on demand", async () => {
  let isDown = true;
  reading = () => (isDown ? refuse("internal_error") : undefined);
  const user = await start();
  await screen.findByRole("alert");
  expect(screen.queryByText("No automations yet")).toBeNull();
  isDown = false;
  await user.click(screen.getByRole("button", { name: /again/i }));
  expect(await screen.findByText("Watch")).toBeTruthy();
});

test("shows why a run failed in the log, and that there is none yet", async () => {
  const user = await start();
  let log = await open(user, "Show the log");
  expect(await log.findByText("It has not run yet")).toBeTruthy();
  await user.keyboard("{Escape}");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  runs = [run];
  person.queryClient.clear();
  log = await open(user, "Show the log");
  expect(await log.findByText("You cannot write there")).toBeTruthy();
});

test("says that the trial failed", async () => {
  writing = () => refuse("internal_error");
  const user = await start();
  const trial = await open(user, "Try with the last week");
  expect(await trial.findByRole("alert")).toBeTruthy();
});

test("puts a switch back when the automation could not be paused", async () => {
  writing = () => refuse("changed_meanwhile");
  const user = await start();
  const toggle = await screen.findByRole<HTMLInputElement>("switch", { name: "Runs" });
  await user.click(toggle);
  await expect.poll(() => sent[0]?.body).toEqual({ version: 3, isOn: false });
  await expect.poll(() => screen.getByRole<HTMLInputElement>("switch", { name: "Runs" }).checked).toBe(true);
  await person.queryClient.invalidateQueries();
});
