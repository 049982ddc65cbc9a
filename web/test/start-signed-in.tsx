import type { Viewer } from "@atoll/contract/identity/schemas";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactElement, ReactNode } from "react";
import { vi } from "vitest";
import { adopt, clearSession } from "../src/lib/session/session-store.ts";
import { useSession, ViewerProvider } from "../src/lib/session/use-session.tsx";
import { SignedInProvider } from "../src/lib/use-signed-in.tsx";
import { Toaster } from "../src/ui/toast/toast.tsx";
import { type Answer, type ReceivedRequest, startApiServer } from "./api-server.ts";
import { aSession, aViewer } from "./people.ts";

export interface SignedIn {
  received: ReceivedRequest[];
  queryClient: QueryClient;
  /** Shows a part of the page to the person who is signed in, and to nobody once they are not. */
  show(ui: ReactElement): ReturnType<typeof userEvent.setup>;
  end(): Promise<void>;
}

/** Somebody signed in at a server of their own that answers as the test says; for tests in jsdom. */
export async function startSignedIn(
  answer: (request: ReceivedRequest) => Answer | "hang up",
  viewer: Viewer = aViewer(),
): Promise<SignedIn> {
  const server = await startApiServer(answer);
  vi.stubGlobal("location", new URL(server.origin));
  localStorage.clear();
  adopt(aSession(1), viewer);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return {
    received: server.received,
    queryClient,
    show(ui) {
      render(
        <QueryClientProvider client={queryClient}>
          <WhileSignedIn>{ui}</WhileSignedIn>
          <Toaster />
        </QueryClientProvider>,
      );
      return userEvent.setup();
    },
    async end() {
      cleanup();
      clearSession("never-in");
      queryClient.clear();
      vi.unstubAllGlobals();
      await server.close();
    },
  };
}

function WhileSignedIn({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <ViewerProvider viewer={session.viewer}>
      <SignedInProvider>{children}</SignedInProvider>
    </ViewerProvider>
  );
}
