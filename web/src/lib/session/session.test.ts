import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse, startApiServer } from "../../../test/api-server.ts";
import { stubBrowser } from "../../../test/fake-browser.ts";
import { aSession, aViewer, testId } from "../../../test/people.ts";
import { getActiveDepartment, setActiveDepartment } from "./active-department.ts";
import {
  getSession,
  reloadViewer,
  restoreSession,
  signIn,
  signInThroughCompany,
  signOut,
  signOutEverywhere,
} from "./session.ts";
import { storageKeys } from "./session-storage.ts";
import { adopt, clearSession } from "./session-store.ts";

let answer: (request: ReceivedRequest) => Answer | "hang up";
let server: Awaited<ReturnType<typeof startApiServer>>;
let storage: Storage;

beforeEach(async () => {
  server = await startApiServer((request) => answer(request));
  storage = stubBrowser(server.origin);
  clearSession("never-in");
});

afterEach(async () => {
  await server.close();
  vi.unstubAllGlobals();
});

function store(viewer: unknown = aViewer()): void {
  storage.setItem(storageKeys.token, JSON.stringify({ ...aSession(1), receivedAt: Date.now() }));
  storage.setItem(storageKeys.user, JSON.stringify(viewer));
}

test("is signed out without a stored session, and sends no request", async () => {
  await restoreSession();
  expect(getSession()).toEqual({ status: "signed-out", reason: "never-in", message: null });
  expect(server.received).toEqual([]);
});

test("restores the stored session with what the server says now", async () => {
  store();
  answer = () => ({ json: { user: aViewer({ name: "Marisol Vega-Lind" }) } });
  await restoreSession();
  expect(getSession()).toMatchObject({ status: "signed-in", viewer: { name: "Marisol Vega-Lind" } });
  expect(storage.getItem(storageKeys.user)).toContain("Vega-Lind");
});

test("keeps the viewer object when only the last activity changed, so that open drafts stay open", async () => {
  store();
  answer = () => ({ json: { user: aViewer() } });
  await restoreSession();
  const before = getSession();
  answer = () => ({ json: { user: aViewer({ lastActive: "2026-03-04T10:05:00.000Z" }) } });
  await reloadViewer();
  expect(getSession()).toBe(before);
  answer = () => ({ json: { user: aViewer({ name: "Marisol Vega-Lind" }) } });
  await reloadViewer();
  expect(getSession()).toMatchObject({ viewer: { name: "Marisol Vega-Lind" } });
});

test("keeps the stored person when the server does not answer", async () => {
  store();
  answer = () => "hang up";
  await restoreSession();
  expect(getSession()).toMatchObject({ status: "signed-in", viewer: { name: "Marisol Vega" } });
});

test("clears the stored session when the server refuses it", async () => {
  store();
  answer = () => refuse("session_expired");
  await restoreSession();
  expect(getSession()).toMatchObject({ status: "signed-out", reason: "ended" });
  expect(storage.length).toBe(0);
});

test("a person who became pending is shown the reason", async () => {
  store();
  answer = () => refuse("account_pending");
  await restoreSession();
  expect(getSession()).toMatchObject({
    status: "signed-out",
    message: expect.stringContaining("pending approval"),
  });
});

test.each([["{"], ["null"], ['{"accessToken":1}']])("ignores a broken stored session %s", async (text) => {
  storage.setItem(storageKeys.token, text);
  await restoreSession();
  expect(getSession()).toMatchObject({ status: "signed-out", reason: "never-in" });
});

test("signs in, and stores session and person", async () => {
  answer = () => ({ json: { session: aSession(1), user: aViewer() } });
  await signIn({ email: "marisol.vega@pelicanworks.example", password: "secret" });
  expect(server.received[0]?.body).toEqual({
    email: "marisol.vega@pelicanworks.example",
    password: "secret",
  });
  expect(getSession().status).toBe("signed-in");
  expect(storage.getItem(storageKeys.token)).toContain("access-1");
  expect(
    [...Array(storage.length).keys()].map((at) => storage.getItem(storage.key(at) ?? "")).join(),
  ).not.toContain("secret");
});

test.each([null, {}, { session: aSession(1) }, { user: aViewer() }])(
  "what answers without a session or a person lets nobody in: %j",
  async (json) => {
    answer = () => ({ json });
    await expect(
      signIn({ email: "marisol.vega@pelicanworks.example", password: "secret" }),
    ).rejects.toMatchObject({ message: "Login failed: no session" });
    expect(getSession().status).toBe("signed-out");
    expect(storage.length).toBe(0);
  },
);

test("tells a person whose account is neither stored nor fetched why they must sign in", async () => {
  store("nobody");
  answer = () => refuse("internal_error");
  await restoreSession();
  expect(getSession()).toMatchObject({ status: "signed-out", message: "Unable to fetch user profile" });
  expect(storage.length).toBe(0);
});

test("a person without an active role is signed out first and then told", async () => {
  const pending = aViewer({ role: "PENDING", roles: [{ id: testId(9), name: "pending" }] });
  answer = ({ method }) =>
    method === "DELETE" ? { status: 204 } : { json: { session: aSession(1), user: pending } };
  await expect(
    signIn({ email: "noor.haddad@pelicanworks.example", password: "secret" }),
  ).rejects.toMatchObject({
    code: "account_pending",
  });
  expect(server.received.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
  expect(storage.length).toBe(0);
});

test("signing out clears user, tokens and department, even when the server fails", async () => {
  adopt(aSession(1), aViewer());
  setActiveDepartment("marketing");
  answer = () => "hang up";
  await signOut();
  expect(getSession()).toMatchObject({ status: "signed-out", reason: "by-choice" });
  expect(getActiveDepartment()).toBeNull();
  expect(storage.length).toBe(0);
});

test("signing out with an expired token still ends the session on the server", async () => {
  adopt(aSession(1), aViewer());
  answer = ({ method, authorization }) => {
    if (method === "POST") return { json: { session: aSession(2), user: aViewer() } };
    return authorization === "Bearer access-2" ? { status: 204 } : refuse("session_expired");
  };
  await signOut();
  expect(server.received.map(({ method }) => method)).toEqual(["DELETE", "POST", "DELETE"]);
  expect(getSession().status).toBe("signed-out");
});

test("sends the code of the second factor once it was asked for", async () => {
  answer = ({ body }) =>
    Object(body).secondFactorCode
      ? { json: { session: aSession(1), user: aViewer() } }
      : refuse("second_factor_required");
  const credentials = { email: "marisol.vega@pelicanworks.example", password: "secret" };
  await expect(signIn(credentials)).rejects.toMatchObject({ code: "second_factor_required" });
  expect(getSession().status).toBe("signed-out");
  await signIn({ ...credentials, secondFactorCode: "123456" });
  expect(server.received[1]?.body).toEqual({ ...credentials, secondFactorCode: "123456" });
  expect(getSession().status).toBe("signed-in");
});

test("exchanges the single sign-on code once, however often it is requested", async () => {
  answer = () => ({ json: { session: aSession(1), user: aViewer() } });
  const [first, second] = await Promise.all([signInThroughCompany(), signInThroughCompany()]);
  expect(first).toBe(second);
  expect(server.received.map(({ url }) => url)).toEqual(["/api/auth/token?grant_type=single_sign_on"]);
  expect(getSession().status).toBe("signed-in");
});

test("a failed sign-on signs nobody in, and can be retried", async () => {
  answer = () => refuse("single_sign_on_failed");
  await expect(signInThroughCompany()).rejects.toMatchObject({ code: "single_sign_on_failed" });
  await expect(signInThroughCompany()).rejects.toMatchObject({ code: "single_sign_on_failed" });
  expect(server.received).toHaveLength(2);
  expect(storage.length).toBe(0);
});

test("signing out everywhere signs out here too, but only when it was done", async () => {
  adopt(aSession(1), aViewer());
  answer = () => "hang up";
  await expect(signOutEverywhere()).rejects.toMatchObject({ code: "network_error" });
  expect(getSession().status).toBe("signed-in");
  answer = () => ({ status: 204 });
  await signOutEverywhere();
  expect(server.received.at(-1)).toMatchObject({ method: "DELETE", url: "/api/auth/sessions" });
  expect(getSession()).toMatchObject({ status: "signed-out", reason: "by-choice" });
  expect(storage.length).toBe(0);
});
