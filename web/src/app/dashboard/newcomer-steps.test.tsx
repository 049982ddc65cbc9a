// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { aViewer } from "../../../test/people.ts";
import { ViewerProvider } from "../../lib/session/use-session.tsx";
import { NewcomerSteps } from "./newcomer-steps.tsx";

vi.stubGlobal("scrollTo", () => undefined);
afterEach(cleanup);

function show(permissions: { resource: string; action: string }[]) {
  const queryClient = new QueryClient();
  queryClient.setQueryData(["first-channel"], { channel: null, hasWritten: false });
  const routeTree = createRootRoute({ component: () => <NewcomerSteps onKnown={() => undefined} /> });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={queryClient}>
      <ViewerProvider viewer={aViewer({ permissions, departments: [] })}>
        <RouterProvider router={router as never} />
      </ViewerProvider>
    </QueryClientProvider>,
  );
}

it("suggests saying hello only to people who may use chat", async () => {
  show([]);
  expect(await screen.findByRole("link", { name: "Add a picture of yourself" })).toBeTruthy();
  expect(screen.queryByText(/Say hello/)).toBeNull();
  cleanup();
  show([{ resource: "chat", action: "access" }]);
  expect(await screen.findByRole("link", { name: "Say hello in the chat" })).toBeTruthy();
});
