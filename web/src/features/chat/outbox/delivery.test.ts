// @vitest-environment jsdom
import type { ErrorCode } from "@atoll/contract/errors";
import { errors } from "@atoll/contract/errors";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { testId } from "../../../../test/chat/objects.ts";
import { ApiError } from "../../../lib/api-client.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";
import { createDelivery, type Delivery } from "./delivery.ts";
import { createOutbox, type Outbox, type OutboxEntry } from "./outbox.ts";

let outbox: Outbox;
const deliveries: Delivery[] = [];

beforeEach(() => {
  localStorage.clear();
  outbox = createOutbox("marisol", openTextStorage());
});
afterEach(() => {
  for (const delivery of deliveries.splice(0)) delivery.stop();
});

it("sends in order, also what is written meanwhile, and empties the outbox", async () => {
  const sent: string[] = [];
  const delivery = deliver(async ({ content }) => {
    sent.push(content);
    if (content === "1") {
      write(3);
      delivery.flush();
    }
  });
  write(1);
  write(2);
  delivery.flush();
  await vi.waitFor(() => expect(outbox.entries()).toEqual([]));
  expect(sent).toEqual(["1", "2", "3"]);
});

it("repeats with the same id after an ambiguous failure, and keeps the order", async () => {
  const tried: string[] = [];
  const answers = [
    networkError(),
    refusal("internal_error"),
    refusal("rate_limited"),
    refusal("not_authenticated"),
  ];
  const delivery = deliver(async ({ id }) => {
    tried.push(id);
    const failure = answers.shift();
    if (failure) throw failure;
  });
  write(1);
  write(2);
  delivery.flush();
  await vi.waitFor(() => expect(outbox.entries()).toEqual([]));
  expect(tried).toEqual([1, 1, 1, 1, 1, 2].map(testId));
});

it("marks what the server refuses as not sent, and goes on with the next", async () => {
  const sent: string[] = [];
  const delivery = deliver(async ({ content }) => {
    if (content === "1") throw refusal("channel_not_found");
    sent.push(content);
  });
  write(1);
  write(2);
  delivery.flush();
  await vi.waitFor(() => expect(sent).toEqual(["2"]));
  expect(outbox.entries()).toMatchObject([{ id: testId(1), failure: errors.channel_not_found.text }]);
});

it("takes a message that was sent and deleted since as sent", async () => {
  const delivery = deliver(() => Promise.reject(refusal("message_not_found")));
  write(1);
  delivery.flush();
  await vi.waitFor(() => expect(outbox.entries()).toEqual([]));
});

it("keeps a reply whose message is gone: of it the server says the same", async () => {
  const delivery = deliver(() => Promise.reject(refusal("message_not_found")));
  write(1);
  outbox.put({ ...outbox.entries()[0]!, parentId: testId(9) });
  delivery.flush();
  await vi.waitFor(() => expect(outbox.entries()[0]?.failure).toBe(errors.message_not_found.text));
});

it("stops when told, even in the middle of trying", async () => {
  const send = vi.fn(() => Promise.reject(networkError()));
  const delivery = deliver(send);
  write(1);
  delivery.flush();
  await vi.waitFor(() => expect(send).toHaveBeenCalled());
  delivery.stop();
  const tries = send.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(send.mock.calls.length).toBe(tries);
  expect(outbox.entries()).toHaveLength(1);
});

function deliver(send: (entry: OutboxEntry) => Promise<void>): Delivery {
  const delivery = createDelivery({ outbox, send, lockName: "test", pause: { baseMs: 5, maxMs: 10 } });
  deliveries.push(delivery);
  return delivery;
}

function write(number: number): void {
  outbox.put({
    id: testId(number),
    channelId: testId(1000),
    content: String(number),
    parentId: null,
    mentionIds: [],
    attachmentIds: [],
    createdAt: "2025-11-19T09:00:00.000Z",
    failure: null,
  });
}

function refusal(code: ErrorCode): ApiError {
  return new ApiError({ code, message: errors[code].text, status: errors[code].status });
}

function networkError(): ApiError {
  return new ApiError({ code: "network_error", message: "The server cannot be reached.", status: 0 });
}
