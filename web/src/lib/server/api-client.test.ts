import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { workspaceRoutes } from "@atoll/contract/workspace/routes";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse, startApiServer } from "../../../test/api-server.ts";
import { stubBrowser } from "../../../test/fake-browser.ts";
import { aSession, aViewer, testId } from "../../../test/people.ts";
import { storageKeys } from "../session/session-storage.ts";
import { adopt, clearSession, getSession, getTokens } from "../session/session-store.ts";
import { ApiError, call } from "./api-client.ts";

let answer: (request: ReceivedRequest) => Answer | "hang up";
let server: Awaited<ReturnType<typeof startApiServer>>;
let storage: Storage;

beforeEach(async () => {
  answer = () => ({ json: { user: aViewer() } });
  server = await startApiServer((request) => answer(request));
  storage = stubBrowser(server.origin);
  clearSession("never-in");
});

afterEach(async () => {
  await server.close();
  vi.unstubAllGlobals();
});

/** Accepts one access token, and exchanges refresh tokens for it. */
function acceptOnly(number: number): void {
  answer = ({ url, authorization }) => {
    if (url.startsWith("/api/auth/token")) return { json: { session: aSession(number), user: aViewer() } };
    return authorization === `Bearer access-${number}`
      ? { json: { user: aViewer() } }
      : refuse("session_expired");
  };
}

const refreshes = () => server.received.filter(({ url }) => url.startsWith("/api/auth/token"));

test("fills the path, the query and the body, and signs the request", async () => {
  adopt(aSession(1), aViewer());
  const channelId = testId(5);
  await call(chatRoutes.listMessages, { params: { channelId }, query: { before: 12, limit: undefined } });
  await call(chatRoutes.markRead, { params: { channelId }, body: { seq: 3 } });
  expect(server.received).toEqual([
    {
      method: "GET",
      url: `/api/channels/${channelId}/messages?before=12`,
      authorization: "Bearer access-1",
      body: undefined,
    },
    {
      method: "PUT",
      url: `/api/channels/${channelId}/read`,
      authorization: "Bearer access-1",
      body: { seq: 3 },
    },
  ]);
});

test("sends no token to public routes", async () => {
  adopt(aSession(1), aViewer());
  await call(workspaceRoutes.getWorkspace, {});
  expect(server.received[0]?.authorization).toBeUndefined();
});

test("refreshes a refused session once for all callers, and repeats their requests", async () => {
  adopt(aSession(1), aViewer());
  acceptOnly(2);
  const calls = [1, 2, 3].map(() => call(identityRoutes.getCurrentUser, {}));
  expect(await Promise.all(calls)).toHaveLength(3);
  expect(refreshes()).toHaveLength(1);
  expect(refreshes()[0]?.body).toEqual({ refreshToken: "refresh-1" });
  expect(getTokens()?.accessToken).toBe("access-2");
});

test("refreshes before the token expires, without a refused request", async () => {
  adopt(aSession(1), aViewer());
  acceptOnly(2);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + (3600 - 89) * 1000);
  await call(identityRoutes.getCurrentUser, {});
  vi.restoreAllMocks();
  expect(server.received.map(({ authorization }) => authorization)).toEqual([undefined, "Bearer access-2"]);
});

test("uses tokens that another tab has refreshed", async () => {
  adopt(aSession(1), aViewer());
  storage.setItem(storageKeys.token, JSON.stringify({ ...aSession(2), receivedAt: Date.now() }));
  acceptOnly(2);
  await call(identityRoutes.getCurrentUser, {});
  expect(refreshes()).toHaveLength(0);
});

test("ends the session when the refresh is refused", async () => {
  adopt(aSession(1), aViewer());
  answer = () => refuse("session_expired");
  await expect(call(identityRoutes.getCurrentUser, {})).rejects.toMatchObject({ code: "session_expired" });
  expect(getSession()).toEqual({
    status: "signed-out",
    reason: "ended",
    message: "Your session has ended. Please sign in again.",
  });
  expect(storage.length).toBe(0);
});

test("keeps the session when the refresh gets no answer", async () => {
  adopt(aSession(1), aViewer());
  answer = ({ url }) => (url.startsWith("/api/auth/token") ? "hang up" : refuse("session_expired"));
  await expect(call(identityRoutes.getCurrentUser, {})).rejects.toMatchObject({ code: "network_error" });
  expect(getSession().status).toBe("signed-in");
  expect(storage.getItem(storageKeys.token)).toContain("refresh-1");
});

test("does not refresh for ever when a fresh token is refused too", async () => {
  adopt(aSession(1), aViewer());
  answer = ({ url }) =>
    url.startsWith("/api/auth/token")
      ? { json: { session: aSession(2), user: aViewer() } }
      : refuse("not_authenticated");
  await expect(call(identityRoutes.getCurrentUser, {})).rejects.toMatchObject({ status: 401 });
  expect(refreshes()).toHaveLength(1);
});

test("does not refresh the token after an unrelated refusal", async () => {
  adopt(aSession(1), aViewer());
  answer = () => refuse("second_factor_wrong");
  const confirm = call(identityRoutes.confirmSecondFactor, { body: { code: "123456" } });
  await expect(confirm).rejects.toMatchObject({ code: "second_factor_wrong", status: 401 });
  expect(server.received).toHaveLength(1);
  expect(getTokens()?.accessToken).toBe("access-1");
});

test("notices at the first refusal that a role now requires a second factor", async () => {
  adopt(aSession(1), aViewer());
  const user = aViewer({ needsSecondFactor: true, mustSetUpSecondFactor: true });
  answer = ({ url }) =>
    url === "/api/auth/user" ? { json: { user } } : refuse("second_factor_setup_required");
  await expect(call(identityRoutes.listSessions, {})).rejects.toMatchObject({ status: 403 });
  await vi.waitFor(() => expect(getSession()).toMatchObject({ viewer: { mustSetUpSecondFactor: true } }));
});

test("a refresh in progress does not undo a sign-out", async () => {
  adopt(aSession(1), aViewer());
  answer = ({ url }) => {
    if (!url.startsWith("/api/auth/token")) return refuse("session_expired");
    clearSession("by-choice");
    return { json: { session: aSession(2), user: aViewer() } };
  };
  await expect(call(identityRoutes.getCurrentUser, {})).rejects.toBeInstanceOf(ApiError);
  expect(getSession().status).toBe("signed-out");
  expect(storage.length).toBe(0);
});

test("passes on code, text, fields and request id of an error", async () => {
  adopt(aSession(1), aViewer());
  const fields = [{ path: "name", message: "Name is required" }];
  answer = () => refuse("invalid_request", fields);
  const error = await call(identityRoutes.getCurrentUser, {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: "invalid_request", status: 400, fields, requestId: "req-1" });
});

test("a disabled account is signed out with its reason", async () => {
  adopt(aSession(1), aViewer());
  answer = () => refuse("account_disabled");
  await expect(call(identityRoutes.getCurrentUser, {})).rejects.toMatchObject({ code: "account_disabled" });
  expect(getSession()).toMatchObject({ status: "signed-out", message: expect.stringContaining("disabled") });
});

test("reports an unreachable server, or a response that is not Atoll's", async () => {
  answer = () => ({ status: 502, json: "<html>" });
  const expected = { code: "network_error", message: expect.stringContaining("cannot be reached") };
  await expect(call(workspaceRoutes.getWorkspace, {})).rejects.toMatchObject({ ...expected, status: 502 });
  answer = () => ({ status: 500, json: "<html>" });
  await expect(call(workspaceRoutes.getWorkspace, {})).rejects.toMatchObject({
    status: 500,
    message: "Something went wrong on the server. Please try again.",
  });
  await server.close();
  await expect(call(workspaceRoutes.getWorkspace, {})).rejects.toMatchObject({ ...expected, status: 0 });
});

test("a caller that gives up gets its own reason, not a network error", async () => {
  const stop = new AbortController();
  stop.abort(new Error("gone"));
  await expect(call(workspaceRoutes.getWorkspace, {}, { signal: stop.signal })).rejects.toThrow("gone");
});
