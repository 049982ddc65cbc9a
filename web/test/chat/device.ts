import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { vi } from "vitest";
import { presenceOf } from "../../src/capabilities/people/presence.ts";
import { type ChatSession, createChatSession } from "../../src/features/chat/session/chat-session.ts";
import { createRealtimeSocket, type RealtimeSocket } from "../../src/lib/server/socket.ts";
import { createSignedIn, type SignedIn } from "../../src/lib/signed-in.ts";
import type { RealPerson } from "./real-server.ts";

/** One of a person's browsers: its cache, its connection and its session of chat. */
export interface Device {
  queryClient: QueryClient;
  realtime: RealtimeSocket;
  signedIn: SignedIn;
  session: ChatSession;
  /** Mounts the screen of a channel, which loads the channel list and this channel's window. */
  look(channelId: string): Promise<void>;
  end(): void;
}

/** Connects a browser of somebody to the server that `location` names. */
export async function startDevice(url: string, { session, user }: RealPerson): Promise<Device> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const realtime = createRealtimeSocket({
    url,
    getToken: () => session.accessToken,
    reconnect: { baseMs: 20, maxMs: 100 },
  });
  const signedIn = createSignedIn({ queryClient, realtime, viewer: user });
  const chat = createChatSession({ signedIn, open: () => undefined });
  const ends = [presenceOf(signedIn).start(), chat.start(), signedIn.end];
  realtime.open();
  await vi.waitUntil(() => realtime.getState() === "connected");
  const list = new QueryObserver(queryClient, chat.channels.query);
  ends.push(list.subscribe(() => undefined));
  await vi.waitUntil(() => list.getCurrentResult().isSuccess);
  return {
    queryClient,
    realtime,
    signedIn,
    session: chat,
    async look(channelId) {
      await vi.waitUntil(() => chat.channels.find(channelId));
      const stream = new QueryObserver(queryClient, chat.streams.query(channelId));
      ends.push(stream.subscribe(() => undefined));
      await vi.waitUntil(() => stream.getCurrentResult().isSuccess);
    },
    end() {
      realtime.close();
      for (const end of ends) end();
      queryClient.clear();
    },
  };
}
