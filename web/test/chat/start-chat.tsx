import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { afterEach, beforeEach, vi } from "vitest";
import { presenceOf } from "../../src/capabilities/people/presence.ts";
import { ChatSessionProvider } from "../../src/features/chat/session/chat-provider.tsx";
import { type ChatSession, createChatSession } from "../../src/features/chat/session/chat-session.ts";
import { createRealtimeSocket, type RealtimeSocket } from "../../src/lib/server/socket.ts";
import { createSignedIn, type EndableSignedIn } from "../../src/lib/signed-in.ts";
import { SignedInValue } from "../../src/lib/use-signed-in.tsx";
import { aViewer } from "../people.ts";
import { ChatServer } from "./chat-server.ts";
import { marisol } from "./objects.ts";

interface RunningChat {
  server: ChatServer;
  queryClient: QueryClient;
  realtime: RealtimeSocket;
  signedIn: EndableSignedIn;
  session: ChatSession;
  /** Shows a part of chat to Marisol Vega. */
  show(ui: ReactElement): ReturnType<typeof userEvent.setup>;
  end(): Promise<void>;
}

/** Starts such a chat before each test of a file, and ends it afterwards. */
export function chatForEach(): RunningChat {
  const chat = {} as RunningChat;
  beforeEach(async () => {
    Object.assign(chat, await startChat());
  });
  afterEach(() => chat.end());
  return chat;
}

/** Chat of one person, connected to a server of its own; for tests in jsdom. */
async function startChat(): Promise<RunningChat> {
  localStorage.clear();
  const server = new ChatServer();
  await server.start();
  vi.stubGlobal("location", new URL(server.origin));
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = () => undefined;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const realtime = createRealtimeSocket({
    url: server.origin,
    getToken: () => "token",
    reconnect: { baseMs: 10, maxMs: 20 },
  });
  const viewer = aViewer({ ...marisol, permissions: [{ resource: "chat", action: "access" }] });
  const signedIn = createSignedIn({ queryClient, realtime, viewer });
  const session = createChatSession({ signedIn, open: () => undefined });
  const stops = [presenceOf(signedIn).start(), session.start()];
  realtime.open();
  await vi.waitUntil(() => realtime.getState() === "connected");
  return {
    server,
    queryClient,
    realtime,
    signedIn,
    session,
    show(ui) {
      render(
        <QueryClientProvider client={queryClient}>
          <SignedInValue value={signedIn}>
            <ChatSessionProvider value={session}>{ui}</ChatSessionProvider>
          </SignedInValue>
        </QueryClientProvider>,
      );
      return userEvent.setup();
    },
    async end() {
      cleanup();
      realtime.close();
      for (const stop of stops) stop();
      signedIn.end();
      queryClient.clear();
      vi.unstubAllGlobals();
      await server.close();
    },
  };
}
