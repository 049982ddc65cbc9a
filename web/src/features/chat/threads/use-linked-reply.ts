import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useChat } from "../session/chat-provider.tsx";
import type { Thread } from "../stream/thread.ts";
import { messageQuery } from "./api.ts";

/** Loads older replies until the one that a link leads to is among them. */
export function useLinkedReply(threadId: string, thread: Thread | undefined, messageId: string | null): void {
  const { threads } = useChat();
  const first = thread?.messages[0]?.seq;
  const isAway = thread?.hasMore === true && thread.messages.every(({ id }) => id !== messageId);
  const { data: seq } = useQuery({
    ...messageQuery(messageId ?? ""),
    enabled: isAway && messageId !== null,
    retry: false,
    select: ({ message }) => (message.parentId === threadId ? message.seq : undefined),
  });
  const mustLoad = isAway && first !== undefined && seq !== undefined && seq < first;
  // Runs once for each page without the reply: `first` changes with the pages.
  useEffect(() => {
    if (!mustLoad || first === undefined) return;
    // The button above the replies stays, and loads them too.
    threads
      .loadOlder(threadId)
      .catch((error: unknown) => console.info("Older replies could not be loaded:", errorMessage(error)));
  }, [threads, threadId, mustLoad, first]);
}
