// @vitest-environment jsdom
import type { Page } from "@atoll/contract/page";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { usePages } from "./use-pages.ts";

const pages: Record<string, Page<string>> = {
  first: { items: ["a", "b"], nextCursor: "second" },
  // An item that moved down during loading is in both pages.
  second: { items: ["b", "c"], nextCursor: null },
};
const keyOf = (item: string) => item;

test("shows each item once, knows the end, and keeps its items while another list loads", async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let isUp = true;
  const { result, rerender } = renderHook(
    ({ key }) =>
      usePages({
        queryKey: [key],
        fetchPage: async (cursor = "first") => {
          if (key === "other") await held;
          if (!isUp) throw new Error("down");
          return pages[cursor] ?? { items: [], nextCursor: null };
        },
        keyOf,
        keepsPrevious: true,
      }),
    { wrapper, initialProps: { key: "one" } },
  );
  await waitFor(() => expect(result.current.items).toEqual(["a", "b"]));
  isUp = false;
  await act(() => result.current.fetchNextPage());
  await waitFor(() => expect(result.current.isFetchNextPageError).toBe(true));
  expect([result.current.items, result.current.isRefetchError]).toEqual([["a", "b"], false]);
  isUp = true;
  await act(() => result.current.fetchNextPage());
  await waitFor(() => expect(result.current.items).toEqual(["a", "b", "c"]));
  expect([result.current.hasNextPage, result.current.isFetchNextPageError]).toEqual([false, false]);

  rerender({ key: "other" });
  expect([result.current.items, result.current.isPlaceholderData]).toEqual([["a", "b", "c"], true]);
  release();
  await waitFor(() => expect(result.current.isPlaceholderData).toBe(false));
  expect(result.current.items).toEqual(["a", "b"]);
});

test("shows the failure until there are items, also during a retry", async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { promise: answer, resolve: release } = Promise.withResolvers<void>();
  let tries = 0;
  const { result } = renderHook(
    () =>
      usePages({
        queryKey: ["failing"],
        fetchPage: async () => {
          tries += 1;
          if (tries === 1) throw new Error("down");
          await answer;
          return { items: ["a"], nextCursor: null };
        },
        keyOf,
      }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.error?.message).toBe("down"));
  act(() => void result.current.refetch());
  await waitFor(() => expect(result.current.isFetching).toBe(true));
  expect([result.current.items, result.current.error?.message]).toEqual([undefined, "down"]);
  release();
  await waitFor(() => expect(result.current.items).toEqual(["a"]));
  expect(result.current.error).toBeNull();
});
