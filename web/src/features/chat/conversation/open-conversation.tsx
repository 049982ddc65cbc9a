import { usePrefetchQuery } from "@tanstack/react-query";
import { Activity, type ReactNode, useState, useSyncExternalStore } from "react";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { loadFailure } from "../../../ui/toast/load-failure.ts";
import { MessageSkeletons } from "../message/message-skeletons.tsx";
import { useChat, useOptionalChat } from "../session/chat-provider.tsx";
import type { ConversationProps } from "./conversation.tsx";

const conversationPart = lazyPart(() => import("./conversation.tsx"));

/** Loads the conversation's code, which recent chats do not need. Its messages are fetched in parallel. */
function LazyConversation(props: ConversationProps) {
  const { streams } = useChat();
  const [hasFailed, setHasFailed] = useState(false);
  usePrefetchQuery(streams.query(props.channelId));
  const part = useLazyPart(conversationPart, !hasFailed, () => setHasFailed(true));
  if (part) return <part.Conversation {...props} />;
  return (
    <Middle>
      {hasFailed ? (
        <ErrorState message={loadFailure} onRetry={() => setHasFailed(false)} />
      ) : (
        <MessageSkeletons />
      )}
    </Middle>
  );
}

function Middle({ children }: { children: ReactNode }) {
  return <div className="grid min-h-0 flex-1 place-items-center">{children}</div>;
}

export type OpenConversationProps = Omit<ConversationProps, "channelId"> & { channelId: string | null };

/** The conversation that is open, if one is. */
export function OpenConversation(props: OpenConversationProps) {
  const chat = useOptionalChat();
  // Its code travels while the session's does.
  useLazyPart(conversationPart, props.channelId !== null, () => undefined);
  if (chat) return <Conversations {...props} />;
  return (
    props.channelId !== null && (
      <Middle>
        <MessageSkeletons />
      </Middle>
    )
  );
}

/** The open one, and out of sight the one that is about to be: a press takes a while. */
function Conversations({ channelId, messageId, threadId, onGo, onLeave }: OpenConversationProps) {
  const { ahead } = useChat();
  const pressed = useSyncExternalStore(ahead.subscribe, ahead.get);
  // Where it is hidden no effect runs, so its code is loaded from here. Once it is opened, a failure is reported there.
  useLazyPart(conversationPart, pressed !== null, () => undefined);
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
