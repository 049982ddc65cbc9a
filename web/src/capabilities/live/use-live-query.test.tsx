// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { aViewer } from "../../../test/people.ts";
import { realtime } from "../../lib/server/socket.ts";
import { createSignedIn, type SignedIn } from "../../lib/signed-in.ts";
import { SignedInValue } from "../../lib/use-signed-in.tsx";
import { useLiveQuery } from "./use-live-query.ts";

test("refetches when the viewer changes, because an earlier event may be lost", async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const scopeOf = (name: string) => createSignedIn({ viewer: aViewer({ name }), queryClient, realtime });
  let scope: SignedIn = scopeOf("Administrator");
  let asked = 0;
  const { result, rerender } = renderHook(
    () => useLiveQuery({ queryKey: ["steps"], queryFn: () => Promise.resolve(++asked), on: {} }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queryClient}>
          <SignedInValue value={scope}>{children}</SignedInValue>
        </QueryClientProvider>
      ),
    },
  );
  await waitFor(() => expect(result.current.data).toBe(1));
  act(() => rerender());
  expect(asked).toBe(1);
  scope = scopeOf("Ada Reef");
  act(() => rerender());
  await waitFor(() => expect(result.current.data).toBe(2));
});
