import { canUseChat } from "@atoll/contract/chat/policy";
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from "react";
import { createRetry } from "../../../lib/request/retry.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import type { ChatSession } from "./chat-session.ts";

/** Sockets, streams and the outbox: loaded after the first paint, as the frame and the list of chats are shown without. */
const sessionPart = lazyPart(() => import("./chat-session.ts"));

const ChatContext = createContext<ChatSession | null>(null);
/** Loads the session again; null unless it could not be loaded. */
const RetryContext = createContext<(() => void) | null>(null);

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
  const [hasFailed, setFailed] = useState(false);
  const isAllowed = canUseChat(signedIn.viewer);
  const part = useLazyPart(sessionPart, isAllowed && !hasFailed, () => setFailed(true));
  const retry = useCallback(() => setFailed(false), []);
  // On a page that shows no chat nobody would press, and what waits to be sent would stay.
  useEffect(() => (hasFailed ? loadAgain(retry) : undefined), [hasFailed, retry]);
  const open = useEffectEvent(onOpen);
  // Before the paint, so that a change of the viewer shows no screen without a session.
  useLayoutEffect(() => {
    if (!part || !isAllowed) return undefined;
    const created = part.createChatSession({ signedIn, open: (channelId) => open(channelId) });
    setSession(created);
    const stop = created.start();
    return () => {
      stop();
      setSession(null);
    };
  }, [signedIn, part, isAllowed]);
  return (
    <RetryContext value={hasFailed ? retry : null}>
      <ChatContext value={session}>{children}</ChatContext>
    </RetryContext>
  );
}

/** Loads the session after a failure, until it is there or the returned function is called. */
function loadAgain(onLoaded: () => void): () => void {
  const retry = createRetry(load);
  function load() {
    sessionPart.load().then(onLoaded, retry.later);
  }
  retry.later();
  window.addEventListener("online", load);
  return () => {
    retry.stop();
    window.removeEventListener("online", load);
  };
}

/** For a test, or a screen that has its own session. */
export const ChatSessionProvider = ChatContext;

/** Null until the session has loaded, for someone who may not chat, and outside the signed-in frame. */
export function useOptionalChat(): ChatSession | null {
  return use(ChatContext);
}

/** Returns how to load the session again, if it could not be loaded. */
export function useChatRetry(): (() => void) | null {
  return use(RetryContext);
}

/** Chat's live side. For parts of chat's screens that are shown once it has loaded. */
export function useChat(): ChatSession {
  const session = use(ChatContext);
  if (!session) throw new Error("useChat is for screens inside the ChatProvider");
  return session;
}
