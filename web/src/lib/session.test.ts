import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse, startApiServer } from "../../test/api-server.ts";
import { stubBrowser } from "../../test/fake-browser.ts";
import { aSession, aViewer, testId } from "../../test/people.ts";
import { getActiveDepartment, setActiveDepartment } from "./active-department.ts";
import { getSession, restoreSession, signIn, signOut } from "./session.ts";
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

test("without a stored session nobody is signed in, and nobody is asked", async () => {
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

test.each([["{"], ["null"], ['{"accessToken":1}']])(
  "a broken stored session %s counts as none",
  async (text) => {
    storage.setItem(storageKeys.token, text);
    await restoreSession();
    expect(getSession()).toMatchObject({ status: "signed-out", reason: "never-in" });
  },
);

test("signs in, and stores session and person", async () => {
  answer = () => ({ json: { session: aSession(1), user: aViewer() } });
  await signIn("marisol.vega@pelicanworks.example", "secret");
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

test("a person without an active role is signed out first and then told", async () => {
  const pending = aViewer({ role: "PENDING", roles: [{ id: testId(9), name: "pending" }] });
  answer = ({ method }) =>
    method === "DELETE" ? { status: 204 } : { json: { session: aSession(1), user: pending } };
  await expect(signIn("noor.haddad@pelicanworks.example", "secret")).rejects.toMatchObject({
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
