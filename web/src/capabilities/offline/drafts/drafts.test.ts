// @vitest-environment jsdom
import { draftMaxLength } from "@atoll/contract/drafts/limits";
import type { Draft } from "@atoll/contract/drafts/schemas";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { testId } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { createDrafts, type Drafts } from "./drafts.ts";

const chat = chatForEach();
/** The drafts on the server, by subject. */
let kept: Map<string, Draft>;
let ends: (() => void)[];
let clock: number;
const pauses = { saveAfterMs: 20, typingForMs: 0, retryAfterMs: 30 };

beforeEach(() => {
  kept = new Map();
  clock = 0;
  ends = [];
  chat.server.answers.set("GET /api/drafts", () => ({ drafts: [...kept.values()] }));
  chat.server.answers.set("PUT /api/drafts", ({ subject, content }) =>
    keep(String(content), String(subject)),
  );
});
afterEach(() => {
  for (const end of ends) end();
});

const place = `channel/${testId(1000)}`;
const thread = `thread/${testId(1000)}/${testId(7)}`;
const onServer = () => [...kept.values()].map(({ content }) => content);

it("stores a draft locally at once and on the server after a pause, and discards it when it is sent", async () => {
  const drafts = open();
  drafts.write(place, "Half a");
  drafts.write(place, "Half a thought");
  expect(drafts.read(place)).toBe("Half a thought");
  expect(create().read(place)).toBe("Half a thought");
  await vi.waitFor(() => expect(onServer()).toEqual(["Half a thought"]));
  expect(puts()).toBe(1);
  drafts.write(thread, "In the thread");
  await vi.waitFor(() => expect(kept.get(thread)?.content).toBe("In the thread"));
  expect(drafts.subjects()).toEqual(new Set([place, thread]));
  drafts.write(place, "");
  await vi.waitFor(() => expect(onServer()).toEqual(["In the thread"]));
  drafts.write(thread, "   ");
  expect(drafts.subjects()).toEqual(new Set());
  await vi.waitFor(() => expect(onServer()).toEqual([]));
});

it("shows a draft from another device, and discards one that it sent", async () => {
  const drafts = open();
  kept.set(place, draft("From the phone"));
  chat.server.cut();
  await vi.waitFor(() => expect(drafts.read(place)).toBe("From the phone"));
  keep("From the phone, longer");
  await vi.waitFor(() => expect(drafts.read(place)).toBe("From the phone, longer"));
  keep("");
  await vi.waitFor(() => expect(drafts.read(place)).toBe(""));
  keep("Once more");
  await vi.waitFor(() => expect(drafts.read(place)).toBe("Once more"));
  // Sent from there while this browser was cut off.
  kept.clear();
  chat.server.cut();
  await vi.waitFor(() => expect(drafts.read(place)).toBe(""));
  expect(puts()).toBe(0);
});

it("never replaces text being typed, and saves it to the server instead", async () => {
  const drafts = open({ ...pauses, typingForMs: 60_000 });
  drafts.write(place, "Typed here");
  keep("Typed there");
  await vi.waitFor(() => expect(onServer()).toEqual(["Typed here"]));
  expect(drafts.read(place)).toBe("Typed here");
  // Saved, and a key press ago: a person who pauses briefly is still writing.
  drafts.write(place, "Typed here too");
  await vi.waitFor(() => expect(onServer()).toEqual(["Typed here too"]));
  keep("");
  await vi.waitFor(() => expect(onServer()).toEqual(["Typed here too"]));
  expect(drafts.read(place)).toBe("Typed here too");
});

it("a late event of its own does not revert the next key", async () => {
  const drafts = open();
  chat.server.isHolding = true;
  drafts.write(place, "One");
  await vi.waitFor(() => expect(onServer()).toEqual(["One"]));
  const late = draft("One");
  drafts.write(place, "One two");
  await vi.waitFor(() => expect(onServer()).toEqual(["One two"]));
  chat.server.isHolding = false;
  chat.server.emit("draft.changed", { draft: late });
  const after = draft("Elsewhere", thread);
  chat.server.emit("draft.changed", { draft: after });
  await vi.waitFor(() => expect(drafts.read(thread)).toBe("Elsewhere"));
  expect(drafts.read(place)).toBe("One two");
});

it("is stored locally while offline, and saved on the server after reconnecting", async () => {
  const drafts = open();
  chat.realtime.close();
  drafts.write(place, "Written on the train");
  expect(create().read(place)).toBe("Written on the train");
  chat.realtime.open();
  await vi.waitFor(() => expect(onServer()).toEqual(["Written on the train"]));
  expect(drafts.read(place)).toBe("Written on the train");
});

it("saves a text again that another device discarded before the answer arrived", async () => {
  const drafts = open({ ...pauses, typingForMs: 60_000 });
  let discards = 1;
  chat.server.answers.set("PUT /api/drafts", ({ subject, content }) => {
    keep(String(content), String(subject));
    if (discards-- > 0) keep("");
    return {};
  });
  drafts.write(place, "Typed here");
  await vi.waitFor(() => expect(puts()).toBe(2));
  expect([drafts.read(place), onServer()]).toEqual(["Typed here", ["Typed here"]]);
});

it("keeps text that the server refuses, and retries with the next key", async () => {
  const drafts = open();
  drafts.write(place, "x".repeat(draftMaxLength + 1));
  chat.server.refusals.set("PUT /api/drafts", "invalid_request");
  drafts.write(thread, "To nobody");
  await vi.waitFor(() => expect(puts()).toBe(1));
  expect(drafts.read(thread)).toBe("To nobody");
  chat.server.refusals.clear();
  drafts.write(place, "Short");
  drafts.write(thread, "To somebody");
  await vi.waitFor(() => expect(onServer().toSorted()).toEqual(["Short", "To somebody"]));
});

it("stays when its subject is the person's no longer", async () => {
  const drafts = open();
  drafts.write(place, "Typed while I was in");
  await vi.waitFor(() => expect(onServer()).toEqual(["Typed while I was in"]));
  chat.server.emit("channel.removed", { channelId: testId(1000) });
  chat.server.cut();
  await vi.waitFor(() =>
    expect(chat.server.requests.filter((one) => one === "GET /api/drafts")).toHaveLength(2),
  );
  expect([drafts.read(place), onServer()]).toEqual(["Typed while I was in", ["Typed while I was in"]]);
});

it("reads drafts of an older version, keyed by channel and thread IDs only", () => {
  const old = `atoll.draft.${chat.session.viewer.id}.`;
  const [channelId, threadId] = [testId(1000), testId(7)];
  localStorage.setItem(old + channelId, JSON.stringify({ content: "From last week", onServer: "" }));
  localStorage.setItem(
    `${old}${channelId}/${threadId}`,
    JSON.stringify({ content: "A reply", onServer: "" }),
  );
  for (const drafts of [create(), create()])
    expect([drafts.read(place), drafts.read(thread)]).toEqual(["From last week", "A reply"]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith(old))).toHaveLength(2);
});

/** As after a reload, without a connection. */
function create(given = pauses): Drafts {
  return createDrafts({ viewerId: chat.session.viewer.id, realtime: chat.realtime, pauses: given });
}

function open(given = pauses): Drafts {
  const opened = create(given);
  ends.push(opened.start());
  return opened;
}

function puts(): number {
  return chat.server.requests.filter((request) => request === "PUT /api/drafts").length;
}

/** As the server keeps it, and tells all devices. */
function keep(content: string, subject = place): Record<string, never> {
  const changed = draft(content, subject);
  if (content === "") kept.delete(subject);
  else kept.set(subject, changed);
  chat.server.emit("draft.changed", { draft: changed });
  return {};
}

function draft(content: string, subject = place): Draft {
  clock += 1;
  return { subject, content, updatedAt: new Date(Date.UTC(2025, 10, 19) + clock).toISOString() };
}
