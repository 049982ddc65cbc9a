import { Activity, useSyncExternalStore } from "react";
import { useChat } from "../session/chat-provider.tsx";
import type { ConversationProps } from "./conversation.tsx";
import { LazyConversation } from "./lazy-conversation.tsx";

export type OpenConversationProps = Omit<ConversationProps, "channelId"> & { channelId: string | null };

/** The conversation that is open, if one is, and out of sight the one that is about to be: a press takes a while. */
export function OpenConversation({ channelId, messageId, threadId, onGo, onLeave }: OpenConversationProps) {
  const { ahead } = useChat();
  const pressed = useSyncExternalStore(ahead.subscribe, ahead.get);
  const drawn = new Set([channelId, pressed]);
  return [...drawn].map((id) => {
    if (id === null) return null;
    const isOpen = id === channelId;
    return (
      <Activity key={id} mode={isOpen ? "visible" : "hidden"}>
        <LazyConversation
          channelId={id}
          messageId={isOpen ? messageId : null}
          threadId={isOpen ? threadId : null}
          onGo={onGo}
          onLeave={onLeave}
        />
      </Activity>
    );
  });
}
