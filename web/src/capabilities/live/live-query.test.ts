import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { createLiveQuery, type LiveQuery } from "./live-query.ts";

/** A list of names; a "?" leaves open what it did. */
type Names = readonly string[];

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server that answers when it is told to. */
function aServer() {
  const asked: PromiseWithResolvers<Names>[] = [];
  return {
    asked,
    fetch() {
      const answer = Promise.withResolvers<Names>();
      asked.push(answer);
      return answer.promise;
    },
  };
}

function open(fetch: () => Promise<Names>, ahead: () => string[] = () => []): LiveQuery<Names, string> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const live = createLiveQuery<Names, string>({
    queryClient,
    queryKey: ["names"],
    fetch,
    ahead,
    apply: (names, name) => ({
      data: name === "?" || names.includes(name) ? names : [...names, name],
      isUncertain: name === "?",
    }),
  });
  ends.push(
    new QueryObserver(queryClient, live.query).subscribe(() => undefined),
    live.stop,
    () => queryClient.clear(),
  );
  return live;
}

it("applies events, and those that came during a fetch to its answer too", async () => {
  const server = aServer();
  const live = open(server.fetch, () => ["here"]);
  live.apply("early");
  server.asked[0]!.resolve(["old"]);
  await vi.waitFor(() => expect(live.get()).toEqual(["old", "here", "early"]));
  live.apply("late");
  expect(live.get()).toEqual(["old", "here", "early", "late"]);
  live.refresh();
  await vi.waitUntil(() => server.asked.length === 2);
  live.apply("during");
  server.asked[1]!.resolve(["old", "early", "late"]);
  await vi.waitFor(() => expect(live.get()).toEqual(["old", "early", "late", "here", "during"]));
});

it("refetches after an event that it cannot apply, also if a fetch in progress may be older", async () => {
  const server = aServer();
  const live = open(server.fetch);
  live.apply("?");
  server.asked[0]!.resolve(["before"]);
  await vi.waitUntil(() => server.asked.length === 2);
  server.asked[1]!.resolve(["after"]);
  await vi.waitFor(() => expect(live.get()).toEqual(["after"]));
});

it("asks until there is an answer", async () => {
  const server = aServer();
  const live = open(server.fetch);
  server.asked[0]!.resolve([]);
  await vi.waitFor(() => expect(live.get()).toEqual([]));
  live.apply("?");
  await vi.waitUntil(() => server.asked.length === 2);
  server.asked[1]!.reject(new TypeError("cut"));
  await vi.waitUntil(() => server.asked.length === 3);
  server.asked[2]!.resolve(["there"]);
  await vi.waitFor(() => expect(live.get()).toEqual(["there"]));
});
