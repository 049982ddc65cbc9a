import { usePrefetchQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { loadFailure } from "../../../ui/toast/load-failure.ts";
import { MessageSkeletons } from "../message/message-skeletons.tsx";
import { useChat } from "../session/chat-provider.tsx";
import type { ConversationProps } from "./conversation.tsx";

const conversationPart = lazyPart(() => import("./conversation.tsx"));

/** Loads the conversation's code, which recent chats do not need. Its messages are fetched in parallel. */
export function LazyConversation(props: ConversationProps) {
  const { streams } = useChat();
  const [hasFailed, setHasFailed] = useState(false);
  usePrefetchQuery(streams.query(props.channelId));
  const part = useLazyPart(conversationPart, !hasFailed, () => setHasFailed(true));
  if (part) return <part.Conversation {...props} />;
  return (
    <div className="grid min-h-0 flex-1 place-items-center">
      {hasFailed ? (
        <ErrorState message={loadFailure} onRetry={() => setHasFailed(false)} />
      ) : (
        <MessageSkeletons />
      )}
    </div>
  );
}
