import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { createRealtimeSocket, type RealtimeSocket } from "../src/lib/server/socket.ts";
import { adopt, clearSession } from "../src/lib/session/session-store.ts";
import { ViewerProvider } from "../src/lib/session/use-session.tsx";
import { createSignedIn, type EndableSignedIn } from "../src/lib/signed-in.ts";
import { SignedInValue } from "../src/lib/use-signed-in.tsx";
import type { RealPerson, RealServer } from "./chat/real-server.ts";

/** A browser of somebody who is signed in at the real server, connected; for tests in jsdom. */
export interface OpenBrowser {
  queryClient: QueryClient;
  realtime: RealtimeSocket;
  signedIn: EndableSignedIn;
  /** Stands around what is shown. */
  Around: (props: { children: ReactNode }) => ReactNode;
  end(): void;
}

export async function openBrowser(server: RealServer, person: RealPerson): Promise<OpenBrowser> {
  vi.stubGlobal("location", new URL(server.url));
  Element.prototype.scrollIntoView = () => undefined;
  localStorage.clear();
  adopt(person.session, person.user);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const realtime = createRealtimeSocket({
    url: server.url,
    getToken: () => person.session.accessToken,
    reconnect: { baseMs: 10, maxMs: 50 },
  });
  const signedIn = createSignedIn({ queryClient, realtime, viewer: person.user });
  realtime.open();
  await vi.waitUntil(() => realtime.getState() === "connected");
  return {
    queryClient,
    realtime,
    signedIn,
    // biome-ignore lint/correctness/noComponentHookFactories: one for each browser, and not for each drawing
    Around: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <ViewerProvider viewer={person.user}>
          <SignedInValue value={signedIn}>{children}</SignedInValue>
        </ViewerProvider>
      </QueryClientProvider>
    ),
    end() {
      cleanup();
      realtime.close();
      signedIn.end();
      queryClient.clear();
      clearSession("never-in");
      vi.unstubAllGlobals();
    },
  };
}
