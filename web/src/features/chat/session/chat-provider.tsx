import { canUseChat } from "@atoll/contract/chat/policy";
import { createContext, type ReactNode, use, useEffectEvent, useLayoutEffect, useState } from "react";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { type ChatSession, createChatSession } from "./chat-session.ts";

const ChatContext = createContext<ChatSession | null>(null);

export interface ChatProviderProps {
  /** Shows a channel, whatever screen the person is on. */
  onOpen: (channelId: string) => void;
  children: ReactNode;
}

/**
 * Keeps chat alive on every screen of the signed-in frame: unread counts, the outbox, desktop notifications.
 * Someone who may not chat gets none of it.
 */
export function ChatProvider({ onOpen, children }: ChatProviderProps) {
  const signedIn = useSignedIn();
  const [session, setSession] = useState<ChatSession | null>(null);
  const open = useEffectEvent(onOpen);
  // Before the first paint, so that no screen is shown without it.
  useLayoutEffect(() => {
    if (!canUseChat(signedIn.viewer)) return undefined;
    const created = createChatSession({ signedIn, open: (channelId) => open(channelId) });
    setSession(created);
    const stop = created.start();
    return () => {
      stop();
      setSession(null);
    };
  }, [signedIn]);
  return <ChatContext value={session}>{children}</ChatContext>;
}

/** For a test, or a screen that has its own session. */
export const ChatSessionProvider = ChatContext;

/** Null for someone who may not chat, and outside the signed-in frame. */
export function useOptionalChat(): ChatSession | null {
  return use(ChatContext);
}

/** Chat's live side. For chat's own screens only. */
export function useChat(): ChatSession {
  const session = use(ChatContext);
  if (!session) throw new Error("useChat is for screens inside the ChatProvider");
  return session;
}
