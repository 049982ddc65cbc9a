// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { testId } from "../../../../test/chat/objects.ts";
import { openTextStorage, type TextStorage } from "../../../lib/text-storage.ts";
import { createOutbox, type OutboxEntry } from "./outbox.ts";

const storage = openTextStorage();
beforeEach(() => localStorage.clear());

const entry = (number: number, given: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: testId(number),
  channelId: testId(1000),
  content: `message ${number}`,
  parentId: null,
  mentionIds: [],
  attachmentIds: [],
  createdAt: "2025-11-19T09:00:00.000Z",
  failure: null,
  ...given,
});

const contents = (person: string) =>
  createOutbox(person, storage)
    .entries()
    .map(({ content }) => content);

it("keeps what was written over a reload, each person's own, in order of writing whatever the clock did", () => {
  const outbox = createOutbox("marisol", storage);
  outbox.put(entry(2));
  // Written after it, with an id of an hour before it.
  outbox.put(entry(1));
  createOutbox("marisol", storage).put(entry(3));
  expect(contents("marisol")).toEqual(["message 2", "message 1", "message 3"]);
  outbox.refresh();
  // What happens to one of them leaves it where it is.
  outbox.put({ ...outbox.entries()[0]!, failure: "no" });
  expect(contents("marisol")).toEqual(["message 2", "message 1", "message 3"]);
  expect(contents("ruth")).toEqual([]);
  outbox.remove(testId(1));
  expect(contents("marisol")).toEqual(["message 2", "message 3"]);
});

it("comes after what another tab put there a moment ago, which this one has not heard of", () => {
  const here = createOutbox("marisol", storage);
  const there = createOutbox("marisol", storage);
  there.put(entry(5));
  there.put(entry(6));
  here.put(entry(1));
  expect(contents("marisol")).toEqual(["message 5", "message 6", "message 1"]);
});

it("tells of changes, also of another tab's, and keeps the same list when there is none", () => {
  const here = createOutbox("marisol", storage);
  const listener = vi.fn();
  const stop = here.subscribe(listener);
  createOutbox("marisol", storage).put(entry(1));
  expect(here.entries()).toEqual([]);
  window.dispatchEvent(new StorageEvent("storage", { key: `atoll.outbox.marisol.${testId(1)}` }));
  expect(here.entries()).toMatchObject([entry(1)]);
  const before = here.entries();
  here.refresh();
  window.dispatchEvent(new StorageEvent("storage", { key: "something else" }));
  expect(here.entries()).toBe(before);
  expect(listener).toHaveBeenCalledOnce();
  stop();
});

it("passes over what is not readable", () => {
  localStorage.setItem("atoll.outbox.marisol.1", "{");
  localStorage.setItem("atoll.outbox.marisol.2", JSON.stringify({ id: 7 }));
  expect(createOutbox("marisol", storage).entries()).toEqual([]);
});

it("holds in memory what the storage refuses", () => {
  const full: TextStorage = {
    ...storage,
    setItem: () => {
      throw new DOMException("Full", "QuotaExceededError");
    },
  };
  const outbox = createOutbox("marisol", full);
  outbox.put(entry(1));
  outbox.put(entry(1, { failure: "no" }));
  expect(outbox.entries()).toMatchObject([entry(1, { failure: "no" })]);
  outbox.remove(testId(1));
  expect(outbox.entries()).toEqual([]);
});
