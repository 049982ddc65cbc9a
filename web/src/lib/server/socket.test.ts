import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { realtimePath } from "@atoll/contract/realtime";
import { Server } from "socket.io";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createRealtimeSocket, type RealtimeSocket } from "./socket.ts";

const quick = { baseMs: 10, maxMs: 40 };
let http: HttpServer;
let io: Server;
let client: RealtimeSocket;
let tokens: (string | null)[];
let asked: number;

beforeEach(async () => {
  tokens = [];
  asked = 0;
  await start();
  client = createRealtimeSocket({
    url: `http://127.0.0.1:${port()}`,
    reconnect: quick,
    getToken: async () => {
      asked += 1;
      return `token-${asked}`;
    },
  });
});
afterEach(async () => {
  client.close();
  await io.close();
});

it("connects with a token asked for each time, and hands on events of the contract", async () => {
  const read: unknown[] = [];
  const stop = client.on("channel.read", (head) => read.push(head));
  expect(client.getState()).toBe("closed");
  client.open();
  expect(client.getState()).toBe("connecting");
  await connected();
  const head = {
    channelId: "00000000-0000-7000-8000-000000000001",
    head: 3,
    isAdded: false,
    lastReadSeq: 3,
    unread: 0,
    unreadMentions: 0,
    threadMentions: 0,
  };
  const warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
  io.emit("channel.read", { nonsense: true });
  io.emit("channel.read", head);
  await vi.waitFor(() => expect(read).toEqual([head]));
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
  stop();
  expect(tokens).toEqual(["token-1"]);
});

it("comes back when the connection is cut, with a fresh token", async () => {
  client.open();
  await connected();
  const states: string[] = [];
  client.subscribe(() => states.push(client.getState()));
  cutAll();
  await vi.waitFor(() => expect(states).toEqual(["disconnected", "connected"]));
  expect(tokens).toEqual(["token-1", "token-2"]);
});

it("stays away when the server sends it away, until the page is looked at", async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", page);
  client.open();
  await connected();
  io.disconnectSockets(true);
  await vi.waitFor(() => expect(client.getState()).toBe("disconnected"));
  await new Promise((resolve) => setTimeout(resolve, 5 * quick.maxMs));
  expect(tokens).toEqual(["token-1"]);
  page.dispatchEvent(new Event("focus"));
  await connected();
  client.close();
  vi.unstubAllGlobals();
});

it("comes back after a restart of the server", async () => {
  client.open();
  await connected();
  const samePort = port();
  await io.close();
  await vi.waitFor(() => expect(client.getState()).toBe("disconnected"));
  await start(samePort);
  await connected();
});

it("retries when it is refused or cannot get a token", async () => {
  let refusals = 2;
  io.use((_, next) => {
    refusals -= 1;
    next(refusals >= 0 ? new Error("Not authenticated") : undefined);
  });
  client.open();
  await connected();
  expect(asked).toBe(3);

  const tokenless = createRealtimeSocket({
    url: `http://127.0.0.1:${port()}`,
    reconnect: quick,
    getToken: () => Promise.reject(new Error("no network")),
  });
  tokenless.open();
  await vi.waitFor(() => expect(tokenless.getState()).toBe("connected"));
  expect(tokens.at(-1)).toBeNull();
  tokenless.close();
});

it("reports a refusal, but not a failed connection", async () => {
  const refusal = Object.assign(new Error("Your session has ended."), { data: { code: "session_expired" } });
  io.use((_, next) => next(refusal));
  let refusals = 0;
  const refused = createRealtimeSocket({
    url: `http://127.0.0.1:${port()}`,
    reconnect: quick,
    getToken: () => "ended",
    onRefused: () => {
      refusals += 1;
    },
  });
  refused.open();
  await vi.waitFor(() => expect(refusals).toBeGreaterThan(0));
  await io.close();
  const before = refusals;
  await new Promise((resolve) => setTimeout(resolve, 5 * quick.maxMs));
  expect(refusals).toBe(before);
  expect(refused.getState()).toBe("disconnected");
  refused.close();
});

it("stays disconnected after the session has ended, until it is opened again", async () => {
  const ended: string[] = [];
  client.on("session.ended", ({ code }) => ended.push(code));
  client.open();
  await connected();
  io.emit("session.ended", { code: "account_disabled", message: "Your account is disabled." });
  io.disconnectSockets(true);
  await vi.waitFor(() => expect(client.getState()).toBe("closed"));
  expect(ended).toEqual(["account_disabled"]);
  await new Promise((resolve) => setTimeout(resolve, 5 * quick.maxMs));
  expect(io.sockets.sockets.size).toBe(0);
  client.open();
  await connected();
});

/** As a network does that fails, or a server that restarts. */
function cutAll(): void {
  for (const socket of io.sockets.sockets.values()) socket.conn.close();
}

async function start(at = 0): Promise<void> {
  http = createServer();
  io = new Server(http, { path: realtimePath });
  io.on("connection", (socket) => {
    const token: unknown = socket.handshake.auth.token;
    tokens.push(typeof token === "string" ? token : null);
  });
  await new Promise<void>((resolve) => http.listen(at, "127.0.0.1", resolve));
}

function port(): number {
  return (http.address() as AddressInfo).port;
}

async function connected(): Promise<void> {
  await vi.waitFor(() => expect(client.getState()).toBe("connected"));
}
