import type { Message, Reaction } from "@atoll/contract/chat/schemas";
import { useCallback, useSyncExternalStore } from "react";
import { useChat } from "../session/chat-provider.tsx";
import { ownReactions, withOwn } from "./own-reactions.ts";

/** Reacts to a message with an emoji, or takes one's own reaction back. */
export function useToggleReaction(message: Message): (emoji: string) => void {
  const { viewer, take } = useChat();
  return (emoji) => ownReactions.toggle(message, emoji, viewer.id, take);
}

/** The reactions under a message, one's own from the moment they are pressed. */
export function useReactions(message: Message): readonly Reaction[] {
  const { viewer } = useChat();
  const read = useCallback(() => ownReactions.of(message.id), [message.id]);
  return withOwn(message.reactions, useSyncExternalStore(ownReactions.subscribe, read), viewer.id);
}
