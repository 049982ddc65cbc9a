// @vitest-environment jsdom
import type { NotificationSettings as Settings } from "@atoll/contract/notifications/settings-schemas";
import { defaultNotificationSettings } from "@atoll/contract/notifications/ways";
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type ReceivedRequest, refuse } from "../../../../test/api-server.ts";
import { holdAnswers, requests } from "../../../../test/network.ts";
import { aViewer } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import { NotificationSettings } from "./notification-settings.tsx";

let person: SignedIn;
let settings: Settings;
let isRefused: boolean;
let shown: { title: string; options: NotificationOptions }[];

afterEach(async () => {
  await person.end();
  vi.unstubAllGlobals();
});

async function start(
  permission: NotificationPermission | undefined,
  chosen: Partial<Settings> = {},
  viewer = aViewer(),
) {
  settings = { ...defaultNotificationSettings, ...chosen };
  isRefused = false;
  shown = [];
  person = await startSignedIn(({ method, body }: ReceivedRequest) => {
    // Nothing is pushed to this browser.
    if (method === "POST") return refuse("push_subscription_not_found");
    if (method !== "PUT") return { json: { settings } };
    if (isRefused) return refuse("rate_limited");
    settings = body as Settings;
    return { json: { settings } };
  }, viewer);
  if (permission) {
    class FakeNotification {
      static permission = permission;
      constructor(title: string, options: NotificationOptions) {
        shown.push({ title, options });
      }
    }
    vi.stubGlobal("Notification", FakeNotification);
  } else Reflect.deleteProperty(window, "Notification");
  const user = person.show(<NotificationSettings />);
  await screen.findByRole("heading", { name: "Notifications" });
  return user;
}

// Where toasts appear is called the same.
const card = () => within(screen.getByRole("heading", { name: "Notifications" }).closest("section")!);
const toggle = (name: string) =>
  card().getByRole<HTMLInputElement>("switch", { name: new RegExp(`^${name}`) });
const parts = ["Chat", "Tasks", "Announcements", "Calendar", "Sound", "Desktop", "Mobile"];
const stored = () => JSON.parse(localStorage.getItem("notification-settings") ?? "null") as unknown;

test("everything is on by default, a part is turned off on all devices, and this browser stores a copy", async () => {
  const user = await start("granted");
  expect(card().getByText("Enabled")).toBeTruthy();
  for (const name of ["Enable notifications", ...parts])
    expect([name, toggle(name).checked]).toEqual([name, true]);
  await user.click(toggle("Tasks"));
  await vi.waitFor(() => expect(settings.tasks).toBe(false));
  expect(toggle("Tasks").checked).toBe(false);
  await vi.waitFor(() => expect(stored()).toMatchObject({ enabled: true, tasks: false, chat: true }));
});

test("guests choose among the kinds that they can get", async () => {
  await start("granted", {}, aViewer({ isGuest: true }));
  const table = within(screen.getByRole("heading", { name: "Kind by kind" }).closest("section")!);
  expect(table.getByText("someone shares a task, page or event with me as a guest")).toBeTruthy();
  expect(table.queryByText("someone answers an invitation of mine")).toBeNull();
});

test("without the master no part can be changed, and no test is sent", async () => {
  const user = await start("granted");
  await user.click(toggle("Enable notifications"));
  for (const name of parts) expect([name, toggle(name).disabled]).toEqual([name, true]);
  expect(card().getByRole<HTMLButtonElement>("button", { name: /test notification/ }).disabled).toBe(true);
  expect(screen.getByText("Notifications are off.")).toBeTruthy();
  await vi.waitFor(() => expect(settings.enabled).toBe(false));
});

test("disables the toggles when the browser blocks notifications", async () => {
  await start("denied");
  expect(card().getByText("Blocked")).toBeTruthy();
  for (const name of ["Enable notifications", ...parts])
    expect([name, toggle(name).disabled]).toEqual([name, true]);
});

test("shows a browser permission that changes elsewhere", async () => {
  await start("default");
  expect(card().getByText("Not Set")).toBeTruthy();
  for (const [permission, word] of [
    ["granted", "Enabled"],
    ["denied", "Blocked"],
  ] as const) {
    (Notification as unknown as { permission: string }).permission = permission;
    window.dispatchEvent(new Event("focus"));
    expect(await card().findByText(word)).toBeTruthy();
  }
});

test("disables the settings in a browser without notifications", async () => {
  await start(undefined);
  expect(card().getByText("Not Set")).toBeTruthy();
});

test("the test notification has the words of the specification", async () => {
  const user = await start("granted");
  await user.click(card().getByRole("button", { name: /test notification/ }));
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(shown).toMatchObject([
    {
      title: "Test Notification",
      options: { body: "Notifications are working correctly!", icon: "/icons/icon-192x192.png" },
    },
  ]);
});

test("keeps several quick choices, and reverts a refused one", async () => {
  const user = await start("granted");
  await user.click(toggle("Chat"));
  await user.click(toggle("Sound"));
  await user.click(screen.getByRole("checkbox", { name: /^Banner: someone gives me a task/ }));
  await vi.waitFor(() =>
    expect(settings).toMatchObject({
      chat: false,
      sound: false,
      kinds: { "task.assigned": { push: false } },
    }),
  );
  isRefused = true;
  await user.click(toggle("Desktop"));
  expect(await screen.findByRole("alert")).toBeTruthy();
  await vi.waitFor(() => expect(toggle("Desktop").checked).toBe(true));
});

test("sets quiet hours and shows their effect", async () => {
  const user = await start("granted");
  await user.click(screen.getByRole("switch", { name: "Quiet hours" }));
  await user.click(screen.getByRole("switch", { name: "Sunday" }));
  await vi.waitFor(() =>
    expect(settings.quietHours?.days.map((day) => day?.from)).toEqual([
      ...Array.from({ length: 6 }, () => "18:30"),
      undefined,
    ]),
  );
  const words = within(screen.getByRole("region", { name: "When you are notified" }));
  expect(words.getAllByRole("table").length).toBe(2);
  await user.click(screen.getByRole("button", { name: "1 hour" }));
  expect(await words.findByText("Do Not Disturb is on.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Turn off" }));
  await vi.waitFor(() => expect(settings.doNotDisturbUntil).toBeNull());
});

test("keeps a choice while an answer from before it is on its way, and after", async () => {
  const user = await start("granted");
  const answers = holdAnswers(requests("GET", /settings$/));
  void person.queryClient.invalidateQueries();
  await vi.waitFor(() => expect(answers.count()).toBe(1));
  await user.click(screen.getByRole("switch", { name: "Quiet hours" }));
  await vi.waitFor(() => expect(settings.quietHours).not.toBeNull());
  await answers.release();
  await vi.waitFor(() => expect(person.queryClient.isFetching()).toBe(0));
  expect(screen.getByRole<HTMLInputElement>("switch", { name: "Quiet hours" }).checked).toBe(true);
});

test("uses a time being typed when another control is pressed", async () => {
  const user = await start("granted");
  await user.click(screen.getByRole("switch", { name: "Quiet hours" }));
  fireEvent.change(screen.getByLabelText("Monday, from"), { target: { value: "21:15" } });
  screen.getByLabelText("Monday, from").focus();
  await user.click(screen.getByRole("button", { name: "Same on every day" }));
  await vi.waitFor(() =>
    expect(settings.quietHours?.days.map((day) => day?.from)).toEqual(
      Array.from({ length: 7 }, () => "21:15"),
    ),
  );
});
