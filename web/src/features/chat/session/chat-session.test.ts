// @vitest-environment jsdom
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ChatServer } from "../../../../test/chat/chat-server.ts";
import { marisol, ruth } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { visibleMessages } from "../stream/stream.ts";
import type { ChatSession } from "./chat-session.ts";

const chat = chatForEach();
let server: ChatServer;
let session: ChatSession;
let ends: (() => void)[];

beforeEach(() => {
  ({ server, session } = chat);
  ends = [];
});
afterEach(() => {
  for (const end of ends) end();
});

it("shows messages, edits and deletions of others live", async () => {
  await openChannel();
  const first = server.post(ruth, "one");
  server.post(ruth, "two");
  await shows(["one", "two"]);
  server.edit(first.id, "uno");
  await shows(["uno", "two"]);
  server.remove(first.id);
  await shows(["two"]);
  expect(session.channels.find(server.channelId)).toMatchObject({
    unread: 1,
    lastMessage: { content: "two" },
  });
});

it("misses nothing and doubles nothing over a cut connection", async () => {
  await openChannel();
  const first = server.post(ruth, "one");
  await shows(["one"]);
  server.isHolding = true;
  server.cut();
  server.post(ruth, "while away");
  server.edit(first.id, "uno");
  const gone = server.post(ruth, "soon deleted");
  server.remove(gone.id);
  server.isHolding = false;
  await shows(["uno", "while away"]);
  await vi.waitFor(() => expect(session.channels.find(server.channelId)).toEqual(server.channel()));
});

it("closes a gap by itself when one event was lost", async () => {
  await openChannel();
  server.isHolding = true;
  server.post(ruth, "lost");
  server.isHolding = false;
  server.post(ruth, "heard");
  await shows(["lost", "heard"]);
  await vi.waitFor(() => expect(session.channels.find(server.channelId)?.unread).toBe(2));
});

it("catches up in several pages, and reloads when far behind", async () => {
  await openChannel();
  server.isHolding = true;
  for (let count = 0; count < 450; count += 1) server.post(ruth, `message ${count}`);
  await session.streams.catchUp(server.channelId, server.head);
  expect(shown()).toHaveLength(450);
  expect(server.requests.filter((line) => line.includes("/changes"))).toHaveLength(3);
  for (let count = 0; count < 1001; count += 1) server.post(ruth, `message ${count}`);
  await session.streams.catchUp(server.channelId, server.head);
  expect(shown()).toHaveLength(50);
});

it("retries the list until it has it, when it cannot compute a count", async () => {
  await openList();
  server.isHolding = true;
  server.post(ruth, "lost");
  server.isHolding = false;
  const asked = () => server.requests.filter((line) => line === "GET /api/channels").length;
  const before = asked();
  server.refusals.set("GET /api/channels", "internal_error");
  server.post(ruth, "heard");
  await vi.waitFor(() => expect(asked()).toBe(before + 1));
  server.refusals.clear();
  await vi.waitFor(() => expect(session.channels.find(server.channelId)?.unread).toBe(2), { timeout: 4000 });
});

it("does not take an answer from before the list became uncertain for the newer one", async () => {
  await openList();
  const { fetch } = globalThis;
  const late = Promise.withResolvers<void>();
  const read = vi.fn();
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    const answer = await fetch(...request);
    vi.stubGlobal("fetch", fetch);
    read();
    await late.promise;
    return answer;
  });
  session.channels.refresh();
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  server.isHolding = true;
  server.post(ruth, "while the answer was on its way");
  const refetch = vi.spyOn(chat.queryClient, "refetchQueries");
  session.channels.refresh();
  await vi.waitFor(() => expect(refetch).toHaveBeenCalled());
  late.resolve();
  await vi.waitFor(() => expect(session.channels.find(server.channelId)?.unread).toBe(1));
});

it("retries catching up until it succeeds, after reconnecting to a failing server", async () => {
  await openChannel();
  server.refusals.set("streams.resume", "internal_error");
  server.refusals.set("GET /api/channels/heads", "internal_error");
  server.isHolding = true;
  server.cut();
  server.post(ruth, "while away");
  await vi.waitFor(() => expect(server.requests).toContain("GET /api/channels/heads"));
  server.isHolding = false;
  server.refusals.clear();
  await vi.waitFor(() => expect(shown()).toEqual(["while away"]), { timeout: 4000 });
});

it("reloads from a server that has fewer changes than before", async () => {
  await openChannel();
  server.post(ruth, "one");
  server.post(ruth, "two");
  await shows(["one", "two"]);
  server.rows.pop();
  server.head = 1;
  server.isHolding = true;
  server.cut();
  await shows(["one"]);
  await vi.waitFor(() => expect(session.channels.find(server.channelId)).toEqual(server.channel()));
});

it("loads older pages in front", async () => {
  for (let count = 1; count <= 200; count += 1) server.post(ruth, `message ${count}`);
  await openChannel();
  expect(shown()).toHaveLength(50);
  await Promise.all([
    session.streams.loadMore(server.channelId, "older"),
    session.streams.loadMore(server.channelId, "older"),
  ]);
  expect(shown()).toHaveLength(150);
  await session.streams.loadMore(server.channelId, "older");
  await session.streams.loadMore(server.channelId, "older");
  expect(shown()).toEqual(server.messages().map(({ content }) => content));
});

it("sends once, through refusals to answer, and keeps the text when the server says no", async () => {
  await openChannel();
  server.refuse("hang up");
  session.send(server.channelId, "  hello ");
  expect(session.outbox.entries()).toMatchObject([{ body: { content: "hello" }, failure: null }]);
  await vi.waitFor(() => expect(session.outbox.entries()).toEqual([]), { timeout: 4000 });
  expect(shown()).toEqual(["hello"]);
  expect(server.messages()).toHaveLength(1);

  server.refuse("forbidden");
  session.send(server.channelId, "refused");
  await vi.waitFor(() => expect(session.outbox.entries()[0]?.failure).toMatch("permission"));
  session.retry(session.outbox.entries()[0]!);
  await shows(["hello", "refused"]);
  expect(session.outbox.entries()).toEqual([]);
});

it("edits and deletes without waiting for the event", async () => {
  const mine = server.post(marisol, "mine");
  await openChannel();
  server.isHolding = true;
  await session.edit(mine, "better");
  expect(shown()).toEqual(["better"]);
  await session.remove(mine);
  expect(shown()).toEqual([]);
});

it("counts unseen messages, and marks seen ones as read", async () => {
  await openChannel();
  server.post(ruth, "unseen");
  await vi.waitFor(() => expect(session.channels.find(server.channelId)?.unread).toBe(1));
  session.reading.set({ channelId: server.channelId, isAtEnd: true });
  session.markRead(server.channelId);
  expect(session.channels.find(server.channelId)?.unread).toBe(0);
  await vi.waitFor(() => expect(server.lastReadSeq).toBe(1));
  server.post(ruth, "seen");
  await vi.waitFor(() => expect(server.lastReadSeq).toBe(2), { timeout: 3000 });
  expect(session.channels.find(server.channelId)?.unread).toBe(0);
  session.reading.set({ channelId: server.channelId, isAtEnd: false });
  server.post(ruth, "scrolled up");
  await vi.waitFor(() => expect(session.channels.find(server.channelId)?.unread).toBe(1));
});

it("forgets a channel that the viewer was taken out of", async () => {
  await openChannel();
  server.refuse("channel_not_found");
  session.send(server.channelId, "to nobody");
  await vi.waitFor(() => expect(session.outbox.entries()[0]?.failure).not.toBeNull());
  server.emit("channel.removed", { channelId: server.channelId });
  await vi.waitFor(() => expect(session.channels.get()).toEqual([]));
  expect(session.streams.get(server.channelId)).toBeUndefined();
  // Unsent messages are kept in case the person returns.
  expect(session.outbox.entries()).toMatchObject([
    { body: { content: "to nobody" }, failure: expect.any(String) },
  ]);
});

/** Mounts the list and one window, as the screens do. */
async function openChannel(): Promise<void> {
  const stream = new QueryObserver(chat.queryClient, session.streams.query(server.channelId));
  ends.push(stream.subscribe(() => undefined));
  await openList();
  await vi.waitFor(() => expect(stream.getCurrentResult().isSuccess).toBe(true));
}

async function openList(): Promise<void> {
  const list = new QueryObserver(chat.queryClient, session.channels.query);
  ends.push(list.subscribe(() => undefined));
  await vi.waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true));
}

function shown(): string[] {
  const stream = session.streams.get(server.channelId);
  return stream ? visibleMessages(stream).map(({ content }) => content) : [];
}

async function shows(contents: string[]): Promise<void> {
  await vi.waitFor(() => expect(shown()).toEqual(contents), { timeout: 3000 });
}
