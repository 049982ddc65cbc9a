// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { readFromWorker } from "../../../lib/worker-messages.ts";
import { showHiddenBanner } from "./hidden-banner.ts";

const entry = { tag: "01920000-0000-7000-8000-000000000001", title: "Stand-up in 5 minutes", body: "" };
const showNotification = vi.fn(async (_title: string, _options: NotificationOptions) => undefined);
const shown = vi.fn();

function openBrowser(worker: object | undefined) {
  vi.stubGlobal("Notification", Object.assign(shown, { permission: "granted" }));
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: async () => worker },
  });
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test("a calendar alarm of a hidden page stays, and offers to snooze for 5 minutes", async () => {
  openBrowser({ active: {}, showNotification });
  await showHiddenBanner({ ...entry, path: "/calendar?event=1", stays: true }, () => undefined);
  const [title, options] = showNotification.mock.calls[0] ?? [];
  expect(title).toBe(entry.title);
  expect(options).toMatchObject({
    requireInteraction: true,
    actions: [{ action: "remind", title: "Remind in 5min" }],
    data: { path: "/calendar?event=1", entryId: entry.tag },
  });
  expect(readFromWorker({ kind: "remind", entryId: entry.tag })).toEqual({
    kind: "remind",
    entryId: entry.tag,
  });
});

test("other notifications are shown by the page, and without a worker also ones that stay", async () => {
  openBrowser({ active: {}, showNotification });
  await showHiddenBanner({ ...entry, path: "/tasks", stays: false }, () => undefined);
  expect(shown).toHaveBeenLastCalledWith(entry.title, expect.objectContaining({ requireInteraction: false }));
  await showHiddenBanner({ ...entry, priority: "medium", path: "/tasks", stays: false }, () => undefined);
  expect(shown).toHaveBeenLastCalledWith(`🟡 ${entry.title}`, expect.anything());
  openBrowser(undefined);
  await showHiddenBanner({ ...entry, path: "/calendar", stays: true }, () => undefined);
  expect(shown).toHaveBeenLastCalledWith(entry.title, expect.objectContaining({ requireInteraction: true }));
  expect(showNotification).not.toHaveBeenCalled();
});
