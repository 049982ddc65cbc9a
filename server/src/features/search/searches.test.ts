import { maxRecentSearches, maxSavedSearches } from "@atoll/contract/search/limits";
import { searchRoutes } from "@atoll/contract/search/routes";
import type { SavedSearch } from "@atoll/contract/search/saved-schemas";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { eventEqualsRefetch } from "../../../test/event-equals-refetch.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";

const server = sharedServer();
let [ana, ben]: Worker[] = [];
beforeAll(async () => {
  [ana, ben] = await createWorkers(server, { Ana: {}, Ben: {} });
});

const list = (who = ana!) => who.client.call(searchRoutes.listSearches, {});
const note = (address: string, who = ana!) => who.client.call(searchRoutes.noteSearch, { body: { address } });
const forget = (address?: string, who = ana!) =>
  who.client.call(searchRoutes.forgetSearches, { query: address === undefined ? {} : { address } });
const search = (name: string, address = "q=tide"): SavedSearch => ({ id: uuidv7(), name, address });
const save = (body: SavedSearch, who = ana!) => who.client.call(searchRoutes.saveSearch, { body });
const remove = (searchId: string, who = ana!) =>
  who.client.call(searchRoutes.deleteSavedSearch, { params: { searchId } });

test("are stored for the person, on all their devices and nobody else's", async () => {
  const socket = await ana!.listen();
  const other = await ben!.listen();
  const proof = (act: () => Promise<unknown>) =>
    eventEqualsRefetch({
      socket,
      event: "searches.changed",
      fetch: () => list(),
      act,
      apply: (_before, searches) => searches,
    });
  const one = search("Tides");
  await proof(() => note("q=one"));
  await proof(() => note("q=two"));
  await proof(() => note("q=one"));
  await proof(() => save(one));
  expect(await list()).toMatchObject({
    recent: [{ address: "q=one" }, { address: "q=two" }],
    saved: [one],
  });
  await proof(() => forget("q=two"));
  expect((await list()).recent.map(({ address }) => address)).toEqual(["q=one"]);
  await proof(() => forget());
  await proof(() => remove(one.id));
  expect(await list()).toEqual({ recent: [], saved: [] });
  expect(other.received.filter(({ name }) => name === "searches.changed")).toEqual([]);
  for (const open of [socket, other]) open.close();
});

test("are limited in number, and only the latest recent ones are kept", async () => {
  const [lia] = await createWorkers(server, { Lia: {} });
  for (let count = 0; count < maxRecentSearches + 3; count += 1) await note(`q=${count}`, lia);
  const { recent } = await list(lia);
  expect(recent).toHaveLength(maxRecentSearches);
  expect(recent[0]?.address).toBe(`q=${maxRecentSearches + 2}`);
  const all = Array.from({ length: maxSavedSearches + 1 }, (_, index) => search(`Search ${index}`));
  const done = await Promise.allSettled(all.map((one) => save(one, lia)));
  const refused = done.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  expect(refused).toEqual([expect.stringContaining("too_many_saved_searches")]);
  expect((await list(lia)).saved).toHaveLength(maxSavedSearches);
});

test("are saved once when sent twice, refuse another with the same ID or name, and are hidden from others", async () => {
  const one = search("Harbour");
  await save(one);
  await save(one);
  expect((await list()).saved).toEqual([one]);
  await expect(save({ ...one, address: "q=other" })).rejects.toThrow("saved_search_id_taken");
  await expect(save(one, ben!)).rejects.toThrow("saved_search_id_taken");
  await expect(save(search("HARBOUR"))).rejects.toThrow("saved_search_name_taken");
  await remove(one.id, ben!);
  expect((await list()).saved).toEqual([one]);
});

test.each([
  "javascript:alert(1)",
  "//evil.example",
  "https://evil.example/?q=1",
  "/search?q=tide",
  "q=a b",
  "q",
  "q=1#x=2",
])("%s is no search that can be kept", async (address) => {
  await expect(save(search("A trap", address))).rejects.toThrow("invalid_request");
  await expect(note(address)).rejects.toThrow("invalid_request");
});
