// @vitest-environment jsdom
import type { ErrorCode } from "@atoll/contract/errors/errors";
import { errors } from "@atoll/contract/errors/errors";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { ApiError } from "../../../lib/server/api-client.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";
import { createOutbox, type Outbox, type OutboxOf } from "./outbox.ts";
import type { OutboxKind } from "./outbox-kind.ts";

interface Note {
  text: string;
}

/** The requests the server received, in order. */
let sent: string[];
/** The responses, one each. After the last, every request succeeds. */
let answers: (Error | null)[];
const outboxes: Outbox[] = [];

beforeEach(() => {
  localStorage.clear();
  [sent, answers] = [[], []];
});
afterEach(() => {
  for (const outbox of outboxes.splice(0)) outbox.stop();
});

it("sends in order, including entries added during sending, and empties the outbox", async () => {
  const notes = register({
    async send({ body }) {
      sent.push(body.text);
      if (body.text === "1") notes.add("channel/1", { text: "3" });
    },
  });
  notes.add("channel/1", { text: "1" });
  notes.add("channel/1", { text: "2" });
  await vi.waitFor(() => expect(notes.entries()).toEqual([]));
  expect(sent).toEqual(["1", "2", "3"]);
});

it("tells of a sender that is registered during a render only after that", async () => {
  const outbox = open();
  const listener = vi.fn();
  outbox.subscribe(listener);
  register({ isHeld: () => true }, outbox);
  expect(listener).not.toHaveBeenCalled();
  await Promise.resolve();
  expect(listener).toHaveBeenCalledOnce();
});

it("repeats with the same id after an ambiguous failure, and keeps the order", async () => {
  const ids: string[] = [];
  const notes = register({
    send(entry) {
      ids.push(entry.id);
      return send(entry);
    },
  });
  answers = [
    networkError(),
    refusal("internal_error"),
    refusal("rate_limited"),
    refusal("not_authenticated"),
  ];
  const [one, two] = ["1", "2"].map((text) => notes.add("channel/1", { text }).id);
  await vi.waitFor(() => expect(notes.entries()).toEqual([]));
  expect(ids).toEqual([one, one, one, one, one, two]);
});

it("continues with other subjects when one fails, and keeps the order within its subject", async () => {
  const notes = register({
    async send({ body }) {
      if (body.text === "1" && answers.length > 0) throw answers.shift();
      sent.push(body.text);
    },
  });
  answers = [refusal("internal_error")];
  notes.add("channel/1", { text: "1" });
  notes.add("channel/1", { text: "2" });
  notes.add("channel/2", { text: "3" });
  await vi.waitFor(() => expect(sent).toEqual(["3", "1", "2"]));
});

it("lets them overtake each other where order does not matter", async () => {
  const marks = register({
    isInOrder: false,
    async send({ body }) {
      if (body.text === "1" && answers.length > 0) throw answers.shift();
      sent.push(body.text);
    },
  });
  answers = [refusal("internal_error")];
  for (const text of ["1", "2"]) marks.add("channel/1", { text });
  await vi.waitFor(() => expect(sent).toEqual(["2", "1"]));
});

it("marks a refused entry with the reason, continues, and resends it changed under a new ID", async () => {
  const notes = register();
  answers = [refusal("channel_not_found")];
  const first = notes.add("channel/1", { text: "1" });
  notes.add("channel/1", { text: "2" });
  await vi.waitFor(() => expect(sent).toEqual(["1", "2"]));
  const [refused] = notes.entries();
  expect(refused).toMatchObject({ id: first.id, failure: errors.channel_not_found.text });
  const again = notes.retry(refused!, { text: "1, better" });
  expect(again.id).not.toBe(first.id);
  expect(again.createdAt).toBe(first.createdAt);
  await vi.waitFor(() => expect(sent).toEqual(["1", "2", "1, better"]));
  await vi.waitFor(() => expect(notes.entries()).toEqual([]));
});

it("lets a kind say what arrived before, and what becomes of a refusal", async () => {
  const refused: string[] = [];
  const notes = register({
    isDone: (error) => hasCode(error, "message_not_found"),
    onRefused({ body }, reason) {
      refused.push(`${body.text}: ${reason}`);
      return undefined;
    },
  });
  answers = [refusal("message_not_found"), refusal("forbidden")];
  for (const text of ["1", "2"]) notes.add("channel/1", { text });
  await vi.waitFor(() => expect(sent).toEqual(["1", "2"]));
  await vi.waitFor(() => expect(notes.entries()).toEqual([]));
  expect(refused).toEqual([`2: ${errors.forbidden.text}`]);
});

it("keeps only the last entry of a subject if only that counts", async () => {
  const outbox = open();
  const marks = register({ isLastOnly: true, isHeld: () => isHeld }, outbox);
  let isHeld = true;
  for (const text of ["on", "off", "on"]) marks.add("channel/1", { text });
  marks.add("channel/2", { text: "off" });
  expect(marks.entries().map(({ body }) => body.text)).toEqual(["on", "off"]);
  isHeld = false;
  outbox.flush();
  await vi.waitFor(() => expect(sent).toEqual(["on", "off"]));
});

it("separates kinds: each sends its own entries, also from another page, and reports its count", async () => {
  const before = open();
  register({ isHeld: () => true }, before).add("channel/1", { text: "a note" });
  register({ ...markKind, isHeld: () => true }, before).add("channel/1", { text: "a mark" });
  before.stop();

  const outbox = open();
  expect(outbox.unsent()).toEqual([{ count: 2, words: { one: "A change", many: "changes" } }]);
  const marks = register(markKind, outbox);
  await vi.waitFor(() => expect(sent).toEqual(["a mark"]));
  await vi.waitFor(() => expect(marks.entries()).toEqual([]));
  marks.end();
  marks.add("channel/1", { text: "nobody sends it" });
  register({}, outbox);
  await vi.waitFor(() => expect(sent).toEqual(["a mark", "a note"]));
  expect(marks.entries()).toHaveLength(1);
});

it("neither shows nor sends a body of another shape, and keeps it", () => {
  const strange = { id: "1", kind: "note", subject: "x", body: { words: 7 }, createdAt: "", failure: null };
  localStorage.setItem("atoll.outbox.marisol.1", JSON.stringify(strange));
  expect(register().entries()).toEqual([]);
  expect(localStorage).toHaveLength(1);
});

it("stops when asked, even during a retry", async () => {
  const outbox = open();
  const trying = vi.fn(() => Promise.reject(networkError()));
  const notes = register({ send: trying }, outbox);
  notes.add("channel/1", { text: "1" });
  await vi.waitFor(() => expect(trying).toHaveBeenCalled());
  outbox.stop();
  const tries = trying.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(trying.mock.calls.length).toBe(tries);
  expect(notes.entries()).toHaveLength(1);
});

const markKind = { name: "mark", words: { one: "A mark", many: "marks" } };

function open(): Outbox {
  const outbox = createOutbox({
    userId: "marisol",
    storage: openTextStorage(),
    pause: { baseMs: 5, maxMs: 10 },
  });
  outboxes.push(outbox);
  return outbox;
}

function register(given: Partial<OutboxKind<Note>> = {}, outbox = open()): OutboxOf<Note> {
  return outbox.register({
    name: "note",
    shape: { text: "string" },
    isInOrder: true,
    failure: "Failed to send the note",
    words: { one: "A note", many: "notes" },
    send,
    ...given,
  });
}

async function send({ body }: { body: Note }): Promise<void> {
  sent.push(body.text);
  const answer = answers.shift();
  if (answer) throw answer;
}

function refusal(code: ErrorCode): ApiError {
  return new ApiError({ code, message: errors[code].text, status: errors[code].status });
}

function networkError(): ApiError {
  return new ApiError({ code: "network_error", message: "The server cannot be reached.", status: 0 });
}
