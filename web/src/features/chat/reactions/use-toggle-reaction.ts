import type { Message, Reaction } from "@atoll/contract/chat/schemas";
import { useCallback, useSyncExternalStore } from "react";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { useChat } from "../session/chat-provider.tsx";
import { ownReactionsOf, withOwn } from "./own-reactions.ts";

/** Returns a function that adds or removes the viewer's reaction to a message. */
export function useToggleReaction(message: Message): (emoji: string) => void {
  const { take } = useChat();
  const own = ownReactionsOf(useSignedIn());
  return (emoji) => own.toggle(message, emoji, take);
}

/** Returns the reactions of a message, with the viewer's own applied optimistically. */
export function useReactions(message: Message): readonly Reaction[] {
  const signedIn = useSignedIn();
  const own = ownReactionsOf(signedIn);
  const read = useCallback(() => own.of(message.id), [own, message.id]);
  return withOwn(message.reactions, useSyncExternalStore(own.subscribe, read), signedIn.viewer.id);
}
