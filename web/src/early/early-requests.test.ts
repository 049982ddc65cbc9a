import { channelRoutes } from "@atoll/contract/chat/channel-routes";
import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { Viewer } from "@atoll/contract/identity/schemas";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ReceivedRequest, refuse, startApiServer } from "../../test/api-server.ts";
import { stubBrowser } from "../../test/fake-browser.ts";
import { aSession, aViewer } from "../../test/people.ts";
import { dropEarlyAnswers } from "../lib/request/early-answers.ts";
import { request } from "../lib/request/request.ts";
import { storageKeys } from "../lib/session/session-storage.ts";
import { startEarly } from "./early-requests.ts";

let answer: (request: ReceivedRequest) => ReturnType<Parameters<typeof startApiServer>[0]>;
let server: Awaited<ReturnType<typeof startApiServer>>;
let storage: Storage;
let preloaded: string[];
let dataset: { frame?: string };

const files = { names: ["frame", "dashboard", "chat"], pages: { "": [0], "/dashboard": [1], "/chat": [2] } };
const user = identityRoutes.getCurrentUser;
const [first, second] = [{ accessToken: "access-1" }, { accessToken: "access-2" }];

beforeEach(async () => {
  answer = ({ url }) => ({ json: { url } });
  server = await startApiServer((received) => answer(received));
  storage = stubBrowser(server.origin);
  preloaded = [];
  dataset = {};
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("document", {
    documentElement: { dataset },
    createElement: () => ({}),
    head: { append: ({ href }: { href: string }) => preloaded.push(href) },
  });
});

afterEach(async () => {
  dropEarlyAnswers();
  await server.close();
  vi.unstubAllGlobals();
});

function signIn({
  expiresInSeconds = 3600,
  ...viewer
}: { expiresInSeconds?: number } & Partial<Viewer> = {}): void {
  const session = { ...aSession(1, expiresInSeconds), receivedAt: Date.now() };
  const permissions = [{ resource: "chat", action: "access" }];
  storage.setItem(storageKeys.token, JSON.stringify(session));
  storage.setItem(storageKeys.user, JSON.stringify(aViewer({ permissions, ...viewer })));
}

function open(path: string): void {
  vi.stubGlobal("location", new URL(path, server.origin));
  startEarly(files);
}

/** Waits until the headers of all early answers have come. */
const cameEarly = () =>
  vi.waitUntil(() =>
    [...globalThis.atollEarly!.answers.values()].every(({ cameAt }) => cameAt !== undefined),
  );

const asked = () => server.received.map(({ url }) => url).sort();

test("asks for what a page shows first, and the client takes each answer once", async () => {
  signIn();
  open("/dashboard");
  await vi.waitUntil(() => server.received.length === 3);
  expect(asked()).toEqual(
    [user.path, channelRoutes.listChannels.path, dashboardRoutes.getDashboard.path].sort(),
  );
  expect(new Set(server.received.map(({ authorization }) => authorization))).toEqual(
    new Set(["Bearer access-1"]),
  );
  expect(preloaded).toEqual(["/assets/dashboard.js"]);
  expect(await request(user, {}, first)).toEqual({ url: user.path });
  expect(await request(dashboardRoutes.getDashboard, {}, first)).toEqual({
    url: dashboardRoutes.getDashboard.path,
  });
  expect(server.received).toHaveLength(3);
  await request(user, {}, first);
  expect(server.received).toHaveLength(4);
});

test("preloads the files of the page that is opened, and of the dashboard where the app leads there", () => {
  signIn();
  vi.stubGlobal("navigator", { onLine: false });
  for (const path of ["/chat/channel/0193", "/login", "/chatter"]) open(path);
  expect(preloaded).toEqual(["/assets/chat.js", "/assets/dashboard.js", "/assets/frame.js"]);
});

test("shows the picture of the frame where the page will look like it, with the sidebar as it was left", () => {
  open("/chat");
  expect(dataset.frame).toBeUndefined();
  for (const other of [
    { isGuest: true as const },
    { mustChoosePassword: true },
    { mustSetUpSecondFactor: true },
  ]) {
    signIn(other);
    open("/chat");
    expect(dataset.frame).toBeUndefined();
  }
  signIn();
  open("/join");
  expect(dataset.frame).toBeUndefined();
  open("/chat");
  expect(dataset.frame).toBe("");
  storage.setItem("atoll.sidebar", "collapsed");
  open("/chat");
  expect(dataset.frame).toBe("wide");
});

test("does not ask for chats that the viewer may not use", async () => {
  signIn({ permissions: [] });
  open("/chat");
  await vi.waitUntil(() => server.received.length > 0);
  expect(asked()).toEqual([user.path]);
});

test.each([
  ["nobody is signed in", () => undefined],
  [
    "what is stored is of another version",
    () => {
      signIn();
      storage.setItem(storageKeys.user, "{}");
    },
  ],
  ["the token must be refreshed first", () => signIn({ expiresInSeconds: 0 })],
  [
    "there is no connection",
    () => {
      signIn();
      vi.stubGlobal("navigator", { onLine: false });
    },
  ],
])("asks for nothing when %s", async (_when, arrange) => {
  arrange();
  open("/dashboard");
  expect(globalThis.atollEarly).toBeUndefined();
  await request(user, {}, first);
  expect(server.received).toHaveLength(1);
});

test("the client asks again for another account, once events come, after a moment, and after a refusal", async () => {
  signIn();
  const openAgain = async () => {
    const before = server.received.length;
    open("/inbox");
    await vi.waitUntil(() => server.received.length === before + 2);
    return before + 2;
  };
  let sent = await openAgain();
  await request(user, {}, second);
  expect(server.received).toHaveLength(sent + 1);

  sent = await openAgain();
  dropEarlyAnswers();
  await request(user, {}, first);
  expect(server.received).toHaveLength(sent + 1);

  sent = await openAgain();
  await cameEarly();
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
  await request(user, {}, first);
  expect(server.received).toHaveLength(sent + 1);
  vi.restoreAllMocks();

  answer = () => "hang up";
  sent = await openAgain();
  answer = ({ url }) => ({ json: { url } });
  expect(await request(user, {}, first)).toEqual({ url: user.path });
  expect(server.received).toHaveLength(sent + 1);
});

test("hands a refusal to the client as it is", async () => {
  signIn({ permissions: [] });
  answer = () => refuse("rate_limited");
  open("/inbox");
  await expect(request(user, {}, first)).rejects.toMatchObject({ code: "rate_limited" });
  expect(server.received).toHaveLength(1);
});

test("asks for nothing that only the workspace needs, on pages for everybody and before a step that comes first", async () => {
  signIn();
  open("/join?token=1");
  expect(globalThis.atollEarly).toBeUndefined();
  expect(preloaded).toEqual([]);
  signIn({ mustSetUpSecondFactor: true });
  open("/dashboard");
  expect([...globalThis.atollEarly!.answers.keys()]).toEqual([user.path]);
});

test.each(["stall", "stall in the body"] as const)(
  "the client's deadline ends an early answer after a %s",
  async (stall) => {
    signIn({ permissions: [] });
    answer = () => stall;
    open("/inbox");
    if (stall === "stall") await vi.waitUntil(() => server.received.length === 1);
    else await cameEarly();
    await expect(request(user, {}, { ...first, timeoutMs: 1 })).rejects.toMatchObject({
      code: "network_error",
    });
    expect(server.received).toHaveLength(1);
  },
);

test("a caller who gives up does not wait for an early answer, also when it gave up before", async () => {
  signIn();
  answer = () => "stall in the body";
  open("/dashboard");
  const asking = new AbortController();
  const pending = request(user, {}, { ...first, signal: asking.signal });
  asking.abort(new Error("gave up"));
  await expect(pending).rejects.toThrow("gave up");
  const late = request(dashboardRoutes.getDashboard, {}, { ...first, signal: asking.signal });
  await expect(late).rejects.toThrow("gave up");
});
