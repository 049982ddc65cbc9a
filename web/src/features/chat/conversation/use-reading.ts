import { useEffect } from "react";
import { useChat } from "../session/chat-provider.tsx";
import { usePageVisible } from "./use-page-visible.ts";

export interface ReadingInput {
  channelId: string;
  isAtEnd: boolean;
  unread: number;
  /** Somebody has brought the viewer in, and they see it for the first time. */
  isNew: boolean;
  /** How far the window is; undefined while it loads. */
  seq: number | undefined;
}

/** Marks a channel read while it is open, visible and scrolled to its end. Specification, section 4. */
export function useReading({ channelId, isAtEnd, unread, isNew, seq }: ReadingInput): void {
  const chat = useChat();
  const isVisible = usePageVisible();
  const isLoaded = seq !== undefined;
  useEffect(() => {
    chat.reading.set(isLoaded ? { channelId, isAtEnd } : null);
    return () => chat.reading.set(null);
  }, [chat, channelId, isAtEnd, isLoaded]);
  useEffect(() => () => chat.reading.release(channelId), [chat, channelId]);
  // Runs again when the window has caught up, because only loaded messages can have been seen.
  useEffect(() => {
    if (chat.reading.isHeld(channelId)) return;
    if (isAtEnd && isVisible && (unread > 0 || isNew) && seq !== undefined) chat.markRead(channelId);
  }, [chat, channelId, isAtEnd, isVisible, unread, isNew, seq]);
}
