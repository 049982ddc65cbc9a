// @vitest-environment jsdom
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ruth } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { outboxOf } from "../../../capabilities/offline/outbox/own-outbox.ts";
import { countUnsent } from "../../../lib/unsent.ts";
import { savedInQuery } from "./saved-messages.ts";

const chat = chatForEach();
let messageId: string;
/** As the server has it. */
let kept: Set<string>;
let stop: () => void;

beforeEach(async () => {
  messageId = chat.server.post(ruth, "Worth keeping").id;
  kept = new Set();
  chat.server.answers.set(`PUT /api/saved-messages/${messageId}`, () => kept.add(messageId) && {});
  chat.server.answers.set(`DELETE /api/saved-messages/${messageId}`, () => kept.delete(messageId) && {});
  chat.server.answers.set(`GET /api/channels/${chat.server.channelId}/saved-messages`, () => ({
    messageIds: [...kept],
  }));
  const list = new QueryObserver(chat.queryClient, savedInQuery(chat.server.channelId));
  stop = list.subscribe(() => undefined);
  await vi.waitUntil(() => list.getCurrentResult().isSuccess);
});
afterEach(() => stop());

const shown = () => chat.queryClient.getQueryData(savedInQuery(chat.server.channelId).queryKey);
const waiting = () => outboxOf(chat.signedIn).unsent();
const changes = () => chat.server.requests.filter((request) => /^(PUT|DELETE) .*saved/.test(request));

const path = () => `/api/saved-messages/${messageId}`;

it("is shown at once, kept while the server fails, and done in the end; only the last wish counts", async () => {
  chat.server.refusals.set(`PUT ${path()}`, "internal_error");
  chat.session.save(messageId, true);
  expect(shown()).toEqual([messageId]);
  expect(countUnsent()).toEqual({ count: 1, words: { one: "A change", many: "changes" } });
  await vi.waitFor(() => expect(changes()).toEqual([`PUT ${path()}`]));
  chat.session.save(messageId, false);
  chat.session.save(messageId, true);
  expect(waiting()).toMatchObject([{ count: 1 }]);
  chat.server.refusals.clear();
  await vi.waitFor(() => expect(waiting()).toEqual([]), { timeout: 4000 });
  expect([shown(), [...kept]]).toEqual([[messageId], [messageId]]);
  expect(countUnsent()).toBeNull();
});

it("is reverted when the server refuses", async () => {
  chat.server.refusals.set(`PUT ${path()}`, "message_not_found");
  chat.session.save(messageId, true);
  expect(shown()).toEqual([messageId]);
  await vi.waitFor(() => expect(shown()).toEqual([]));
  expect(waiting()).toEqual([]);
});
