// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { testId } from "../../../../test/chat/objects.ts";
import { openTextStorage, type TextStorage } from "../../../lib/text-storage.ts";
import type { OutboxEntry } from "./outbox-entry.ts";
import { openStoredEntries } from "./stored-entries.ts";

const storage = openTextStorage();
beforeEach(() => localStorage.clear());

const entry = (number: number, given: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: testId(number),
  kind: "note",
  subject: "channel/1",
  body: { text: `note ${number}` },
  createdAt: "2025-11-19T09:00:00.000Z",
  failure: null,
  ...given,
});

const contents = (person: string) =>
  openStoredEntries(person, storage)
    .all()
    .map(({ body }) => Object.values(body)[0]);

it("keeps each person's entries across reloads, in order even if the clock changes", () => {
  const outbox = openStoredEntries("marisol", storage);
  outbox.put(entry(2));
  // Written after it, with an id of an hour before it.
  outbox.put(entry(1));
  openStoredEntries("marisol", storage).put(entry(3));
  expect(contents("marisol")).toEqual(["note 2", "note 1", "note 3"]);
  outbox.refresh();
  // Updating an entry does not move it.
  outbox.put({ ...outbox.all()[0]!, failure: "no" });
  expect(contents("marisol")).toEqual(["note 2", "note 1", "note 3"]);
  expect(contents("ruth")).toEqual([]);
  outbox.remove(testId(1));
  expect(contents("marisol")).toEqual(["note 2", "note 3"]);
});

it("is ordered after an entry that another tab has just added", () => {
  const here = openStoredEntries("marisol", storage);
  const there = openStoredEntries("marisol", storage);
  there.put(entry(5));
  there.put(entry(6));
  here.put(entry(1));
  expect(contents("marisol")).toEqual(["note 5", "note 6", "note 1"]);
});

it("notifies of changes, also from another tab, and returns the same list if there is none", () => {
  const here = openStoredEntries("marisol", storage);
  const listener = vi.fn();
  const stop = here.subscribe(listener);
  openStoredEntries("marisol", storage).put(entry(1));
  expect(here.all()).toEqual([]);
  window.dispatchEvent(new StorageEvent("storage", { key: `atoll.outbox.marisol.${testId(1)}` }));
  expect(here.all()).toMatchObject([entry(1)]);
  const before = here.all();
  here.refresh();
  window.dispatchEvent(new StorageEvent("storage", { key: "something else" }));
  expect(here.all()).toBe(before);
  expect(listener).toHaveBeenCalledOnce();
  stop();
});

it("skips unreadable entries", () => {
  localStorage.setItem("atoll.outbox.marisol.1", "{");
  localStorage.setItem("atoll.outbox.marisol.2", JSON.stringify({ id: 7 }));
  expect(openStoredEntries("marisol", storage).all()).toEqual([]);
});

it("keeps entries in memory when storage refuses them", () => {
  const full: TextStorage = {
    ...storage,
    setItem: () => {
      throw new DOMException("Full", "QuotaExceededError");
    },
  };
  const outbox = openStoredEntries("marisol", full);
  outbox.put(entry(1));
  outbox.put(entry(1, { failure: "no" }));
  expect(outbox.all()).toMatchObject([entry(1, { failure: "no" })]);
  outbox.remove(testId(1));
  expect(outbox.all()).toEqual([]);
});
