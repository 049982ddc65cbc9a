// @vitest-environment jsdom
import { errors } from "@atoll/contract/errors/errors";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { testId } from "../../../../test/chat/objects.ts";
import { createOutbox, type Outbox } from "../../../capabilities/offline/outbox/outbox.ts";
import { ApiError } from "../../../lib/server/api-client.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";
import { type MessageEntry, type MessageOutbox, messageKind, subjectOf } from "./message-kind.ts";
import { sendOldMessages } from "./old-messages.ts";

let outbox: Outbox;
let messages: MessageOutbox;
let sent: MessageEntry[];
let refused: Error | null;

beforeEach(() => {
  localStorage.clear();
  [sent, refused] = [[], null];
});
afterEach(() => outbox.stop());

it("treats a message that was sent and deleted as sent", async () => {
  refused = gone();
  open();
  write({});
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await vi.waitFor(() => expect(messages.entries()).toEqual([]));
});

it("keeps a reply whose message is gone", async () => {
  refused = gone();
  open();
  write({ parentId: testId(9) });
  await vi.waitFor(() => expect(messages.entries()[0]?.failure).toBe(errors.message_not_found.text));
});

it("sends what an older version left, in its order and under its id, and keeps why it was refused", async () => {
  const createdAt = "2025-11-19T09:00:00.000Z";
  const old = { channelId: testId(1000), createdAt, failure: null };
  const entries = [
    { ...old, id: testId(2), order: 1, content: "First", parentId: null, mentionIds: [], attachmentIds: [] },
    // Stored by a version before threads and files.
    { ...old, id: testId(1), order: 2, content: "Second" },
    { ...old, id: testId(3), order: 3, content: "Refused", failure: "You may not." },
  ];
  for (const entry of entries)
    localStorage.setItem(`atoll.outbox.marisol.${entry.id}`, JSON.stringify(entry));
  open();
  sendOldMessages("marisol", openTextStorage(), outbox);
  await vi.waitFor(() => expect(messages.entries()).toHaveLength(1));
  expect(sent.map(({ id, body }) => [id, body.content])).toEqual([
    [testId(2), "First"],
    [testId(1), "Second"],
  ]);
  expect(messages.entries()).toMatchObject([
    { id: testId(3), failure: "You may not.", createdAt, body: { content: "Refused", parentId: null } },
  ]);
});

it("waits for its files", () => {
  open();
  write({ uploadIds: ["one", "two"], attachmentIds: [testId(4)] });
  expect([sent, messages.entries().length]).toEqual([[], 1]);
});

function open(): void {
  outbox = createOutbox({ userId: "marisol", storage: openTextStorage() });
  messages = outbox.register({
    ...messageKind,
    async send(entry) {
      sent.push(entry);
      if (refused) throw refused;
    },
  });
}

function write(given: Partial<MessageEntry["body"]>): void {
  const channelId = testId(1000);
  const body = { channelId, content: "Hello", parentId: null, mentionIds: [], attachmentIds: [], ...given };
  messages.add(subjectOf(body), body);
}

function gone(): ApiError {
  const { text: message, status } = errors.message_not_found;
  return new ApiError({ code: "message_not_found", message, status });
}
