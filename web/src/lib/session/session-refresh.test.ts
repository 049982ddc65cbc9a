import { errors } from "@atoll/contract/errors/errors";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse, startApiServer } from "../../../test/api-server.ts";
import { stubBrowser } from "../../../test/fake-browser.ts";
import { aSession, aViewer } from "../../../test/people.ts";

const lifetimeMs = 900_000;
let server: Awaited<ReturnType<typeof startApiServer>>;
let page: { visibilityState: DocumentVisibilityState } & EventTarget;
let stops: (() => void)[];
let answered: number;
let isDown: boolean;
let refusal: Answer | undefined;

beforeEach(async () => {
  // Timers of the page only: the server, and the requests to it, run on.
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  answered = 1;
  isDown = false;
  refusal = undefined;
  server = await startApiServer(({ method }) => {
    if (isDown) return "hang up";
    if (method === "GET") return { status: 204 };
    if (refusal) return refusal;
    answered += 1;
    return { json: { session: aSession(answered, lifetimeMs / 1000), user: aViewer() } };
  });
  stubBrowser(server.origin);
  page = Object.assign(new EventTarget(), { visibilityState: "visible" as const });
  vi.stubGlobal("document", page);
  stops = [];
});

afterEach(async () => {
  for (const stop of stops) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await server.close();
});

/** Another copy of the code: tabs share the storage and the browser's locks, and nothing else. */
async function openTab() {
  vi.resetModules();
  const store = await import("./session-store.ts");
  const refresh = await import("./session-refresh.ts");
  stops.push(refresh.runAutoRefresh());
  return { ...store, ...refresh };
}

async function signInOnce() {
  const tab = await openTab();
  tab.adopt(aSession(1, lifetimeMs / 1000), aViewer());
  return tab;
}

/** A request that a tick began would have come before the second of these. */
async function roundTrips(): Promise<void> {
  for (const turn of ["first", "second"]) await fetch(`${server.origin}/${turn}`);
}

const refreshes = () =>
  server.received
    .filter(({ method }) => method === "POST")
    .map(({ url, body }: ReceivedRequest) => [url, body]);
const refreshOf = (token: string) => ["/api/auth/token?grant_type=refresh_token", { refreshToken: token }];

test("looks every 30 seconds, and refreshes when 3 of these ticks are left", async () => {
  const tab = await signInOnce();
  vi.advanceTimersByTime(lifetimeMs - 120_000);
  await roundTrips();
  expect(refreshes()).toEqual([]);
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(tab.getTokens()?.accessToken).toBe("access-2"));
  expect(refreshes()).toEqual([refreshOf("refresh-1")]);
});

test("a hidden page waits, and refreshes when it is shown", async () => {
  const tab = await signInOnce();
  page.visibilityState = "hidden";
  vi.advanceTimersByTime(lifetimeMs);
  await roundTrips();
  expect(refreshes()).toEqual([]);
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(tab.getTokens()?.accessToken).toBe("access-2"));
  expect(refreshes()).toEqual([refreshOf("refresh-1")]);
});

test("sends one refresh for two tabs at the same time, and both use its response", async () => {
  const first = await signInOnce();
  const second = await openTab();
  second.adopt(aSession(1, lifetimeMs / 1000), aViewer());
  vi.advanceTimersByTime(lifetimeMs - 90_000);
  expect(await Promise.all([first.getAccessToken(), second.getAccessToken()])).toEqual([
    "access-2",
    "access-2",
  ]);
  expect(refreshes()).toEqual([refreshOf("refresh-1")]);
});

test("retries a refresh without a response at the next tick, and keeps the token", async () => {
  const tab = await signInOnce();
  isDown = true;
  vi.advanceTimersByTime(lifetimeMs - 90_000);
  expect(await tab.getAccessToken()).toBe("access-1");
  expect(tab.getSession().status).toBe("signed-in");
  isDown = false;
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(tab.getTokens()?.accessToken).toBe("access-2"));
});

test("a session that has reached its longest time ends with the server's words for it", async () => {
  const tab = await signInOnce();
  refusal = refuse("session_over_age");
  vi.advanceTimersByTime(lifetimeMs - 90_000);
  expect(await tab.getAccessToken()).toBeNull();
  expect(tab.getSession()).toEqual({
    status: "signed-out",
    reason: "ended",
    message: errors.session_over_age.text,
  });
});

test("after signing out there is nothing to refresh", async () => {
  const tab = await signInOnce();
  tab.clearSession("by-choice");
  vi.advanceTimersByTime(lifetimeMs);
  expect(await tab.getAccessToken()).toBeNull();
  expect(refreshes()).toEqual([]);
});
