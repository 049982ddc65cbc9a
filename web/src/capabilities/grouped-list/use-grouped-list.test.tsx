// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { aViewer } from "../../../test/people.ts";
import { createRealtimeSocket } from "../../lib/server/socket.ts";
import { ViewerProvider } from "../../lib/session/use-session.tsx";
import { createSignedIn, type EndableSignedIn } from "../../lib/signed-in.ts";
import { SignedInValue } from "../../lib/use-signed-in.tsx";
import type { Group, Grouped } from "./grouped-list.ts";
import { type GroupedKind, useGroupedList, useMoreOfGroup } from "./use-grouped-list.ts";

interface Item {
  id: string;
  version: number;
}
interface List extends Grouped<Group<Item>> {
  groups: readonly Group<Item>[];
}

const queryKey = ["numbers"];
const kind: GroupedKind<Item, Group<Item>, List> = {
  queryKey,
  rules: () => ({
    keyOf: () => "all",
    groupOf: () => "all",
    isShown: () => true,
    compare: (one, other) => Number(one.id) - Number(other.id),
  }),
  pageSize: 2,
  maxAtOnce: 5,
};
const total = 7;
const items = (from: number, count: number): Item[] =>
  Array.from({ length: Math.min(count, total - from) }, (_, index) => ({
    id: String(from + index),
    version: 1,
  }));
const cursorAt = (place: number) => (place < total ? String(place) : null);

/** Each fetch of the groups waits here until the test lets it through. */
let fetches: { limit: number; answer: () => void }[] = [];
let signedIn: EndableSignedIn;
afterEach(() => signedIn.end());

function open() {
  fetches = [];
  const queryClient = new QueryClient();
  const realtime = createRealtimeSocket({ url: "http://127.0.0.1:9", getToken: () => null });
  signedIn = createSignedIn({ queryClient, realtime, viewer: aViewer() });
  const { result } = renderHook(
    () => ({
      list: useGroupedList(kind, {
        queryKey,
        fetch: (limit) =>
          new Promise<List>((resolve) => {
            const answer = () =>
              resolve({ groups: [{ items: items(0, limit), total, nextCursor: cursorAt(limit) }] });
            fetches.push({ limit, answer });
          }),
        on: {},
      }),
      more: useMoreOfGroup(kind, queryKey, "all", async ({ cursor, limit }) => {
        const from = Number(cursor);
        return { items: items(from, limit), nextCursor: cursorAt(from + limit) };
      }),
    }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queryClient}>
          <ViewerProvider viewer={aViewer()}>
            <SignedInValue value={signedIn}>{children}</SignedInValue>
          </ViewerProvider>
        </QueryClientProvider>
      ),
    },
  );
  const cached = () => queryClient.getQueryData<List>(queryKey)?.groups[0];
  const answer = (fetch: number) => act(async () => fetches[fetch]?.answer());
  const loadMore = () => act(() => result.current.more.mutateAsync(cached()?.nextCursor ?? null));
  return { queryClient, result, cached, answer, loadMore };
}

it("keeps the next page that came while the list was fetched again", async () => {
  const { queryClient, result, cached, answer, loadMore } = open();
  await answer(0);
  await vi.waitFor(() => expect(cached()?.items).toHaveLength(2));

  act(() => void result.current.list.refetch());
  await vi.waitFor(() => expect(fetches).toHaveLength(2));
  await loadMore();
  expect(cached()?.items).toHaveLength(4);
  await answer(1);
  await vi.waitFor(() => expect(fetches.map(({ limit }) => limit)).toEqual([2, 2, 4]));
  expect(cached()?.items).toHaveLength(4);
  await answer(2);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(cached()).toMatchObject({ items: items(0, 4), nextCursor: "4" });
});

it("fetches at most the allowed number at once, at any scroll position", async () => {
  const { result, cached, answer, loadMore } = open();
  await answer(0);
  await vi.waitFor(() => expect(cached()?.items).toHaveLength(2));
  while (cached()?.nextCursor) await loadMore();
  expect(cached()).toMatchObject({ items: items(0, 7), nextCursor: null });
  act(() => void result.current.list.refetch());
  await vi.waitFor(() => expect(fetches.map(({ limit }) => limit)).toEqual([2, 5]));
  await answer(1);
  await vi.waitFor(() => expect(cached()?.items).toHaveLength(5));
  expect(fetches).toHaveLength(2);
});
