import { useCallback, useSyncExternalStore } from "react";
import { useChat } from "../session/chat-provider.tsx";
import type { ChatSession } from "../session/chat-session.ts";
import { createDrafts, type Drafts } from "./drafts.ts";

const running = new WeakMap<ChatSession, Drafts>();

/** The drafts of a session. They begin when a screen first needs them: the first load has no use for them. */
function draftsOf(chat: ChatSession): Drafts {
  const known = running.get(chat);
  if (known) return known;
  const { viewer, realtime, channels } = chat;
  const drafts = createDrafts({ viewerId: viewer.id, realtime, channels });
  running.set(chat, drafts);
  chat.onEnd(drafts.start());
  return drafts;
}

/** What is being written in a place, and the way to change it. */
export function useDraft(place: string): { text: string; read: () => string; write: (text: string) => void } {
  const drafts = draftsOf(useChat());
  const read = useCallback(() => drafts.read(place), [drafts, place]);
  const text = useSyncExternalStore(drafts.subscribe, read);
  return { text, read, write: (next) => drafts.write(place, next) };
}

/** Whether something was begun in a channel, or in one of its threads, and not sent. */
export function useHasDraft(channelId: string): boolean {
  const drafts = draftsOf(useChat());
  return useSyncExternalStore(drafts.subscribe, () => drafts.marked().has(channelId));
}
