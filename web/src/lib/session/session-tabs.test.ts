// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aSession, aViewer } from "../../../test/people.ts";
import { storageKeys } from "./session-storage.ts";
import { adopt, clearSession, followOtherTabs, getSession, getTokens } from "./session-store.ts";

let stop: () => void;

beforeEach(() => {
  localStorage.clear();
  adopt(aSession(1), aViewer());
  stop = followOtherTabs();
});
afterEach(() => stop());

/** Simulates a browser's storage event in other tabs: the storage has its latest value, each event its own. */
function hear(key: string, newValue: string | null): void {
  window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
}

test("uses the tokens and the person of another tab", () => {
  const stored = JSON.stringify({ ...aSession(2), receivedAt: Date.now() });
  localStorage.setItem(storageKeys.user, JSON.stringify(aViewer({ name: "Marisol Vega-Lind" })));
  localStorage.setItem(storageKeys.token, stored);
  hear(storageKeys.token, stored);
  expect(getTokens()?.accessToken).toBe("access-2");
  expect(getSession()).toMatchObject({ viewer: { name: "Marisol Vega-Lind" } });
});

test("signing out in one tab signs out in all", () => {
  localStorage.clear();
  hear(storageKeys.token, null);
  expect(getSession()).toEqual({ status: "signed-out", reason: "by-choice", message: null });
  expect(getTokens()).toBeNull();
});

test("deletes what a late response stored after the sign-out, but nothing of the next person", () => {
  localStorage.clear();
  localStorage.setItem("notification-settings", "{}");
  localStorage.setItem("themeModeV2", "dark");
  hear(storageKeys.token, null);
  expect(Object.keys(localStorage)).toEqual(["themeModeV2"]);

  adopt(aSession(1), aViewer());
  localStorage.clear();
  localStorage.setItem(storageKeys.token, JSON.stringify({ ...aSession(2), receivedAt: Date.now() }));
  localStorage.setItem("atoll.draft.of.the.next", "{}");
  hear(storageKeys.user, null);
  expect(localStorage.getItem("atoll.draft.of.the.next")).toBe("{}");
});

test("takes the count off the icon of the app, also where no page was open when the session ended", () => {
  const clearAppBadge = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clearAppBadge }));
  clearSession("never-in");
  vi.unstubAllGlobals();
  expect(clearAppBadge).toHaveBeenCalledOnce();
});

test("shows the reason in every tab when the server ends a session", () => {
  const told: (string | null)[] = [];
  const write = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItem(key, text) {
    if (key === storageKeys.token) told.push(text);
    write.call(this, key, text);
  };
  clearSession("ended", "Your session has ended.");
  Storage.prototype.setItem = write;
  expect(localStorage.length).toBe(0);

  // The other tab, which was signed in until now.
  adopt(aSession(1), aViewer());
  localStorage.clear();
  for (const text of [...told, null]) hear(storageKeys.token, text);
  expect(getSession()).toEqual({
    status: "signed-out",
    reason: "ended",
    message: "Your session has ended.",
  });
});
