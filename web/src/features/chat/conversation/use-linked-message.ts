import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Message } from "@atoll/contract/chat/schemas";
import { errorTexts } from "@atoll/contract/errors/error-texts";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, call, errorMessage } from "../../../lib/server/api-client.ts";
import { useChat } from "../session/chat-provider.tsx";
import { isInside, type Stream } from "../stream/stream.ts";

export interface LinkedMessage {
  /** Where the link leads to in the channel, once that part of it is loaded. */
  targetId: string | null;
  /** The first link is still being followed: there is nothing to show until it is. */
  isOpening: boolean;
  /** Why it cannot be followed. */
  failure: string | null;
  retry: () => void;
}

/** Loads the part of a channel that a link leads to, once for each link. */
export function useLinkedMessage(
  channelId: string,
  messageId: string | null,
  stream: Stream | undefined,
): LinkedMessage {
  const { streams } = useChat();
  const [firstId] = useState(messageId);
  const [reachedId, setReachedId] = useState<string | null>(null);
  const [loadError, setLoadError] = useState<unknown>(null);
  const target = useQuery({
    queryKey: ["chat", "linked", messageId],
    queryFn: messageId === null ? skipToken : ({ signal }) => findInHistory(messageId, signal),
    retry: false,
  });
  const isElsewhere = target.data !== undefined && target.data.channelId !== channelId;
  const seq = isElsewhere ? undefined : target.data?.seq;
  const isLoaded = stream !== undefined && seq !== undefined && isInside(stream, seq);
  const hasReached = messageId !== null && reachedId === messageId;
  if (isLoaded && !hasReached) setReachedId(messageId);

  const mustLoad =
    stream !== undefined && seq !== undefined && !isLoaded && !hasReached && loadError === null;
  useEffect(() => {
    if (mustLoad) streams.reload(channelId, seq).catch(setLoadError);
  }, [mustLoad, streams, channelId, seq]);

  const error = messageId === null || hasReached ? null : (target.error ?? loadError);
  const isNowhere = isElsewhere || (error instanceof ApiError && error.status === 404);
  return {
    targetId: hasReached ? (target.data?.id ?? null) : null,
    isOpening: messageId !== null && messageId === firstId && !hasReached,
    failure: isNowhere
      ? errorTexts.message_not_found
      : error === null
        ? null
        : errorMessage(error, "Failed to fetch messages"),
    retry() {
      setLoadError(null);
      if (target.error) void target.refetch();
    },
  };
}

/** Replies are not in the channel's history, but their thread's message is. */
async function findInHistory(messageId: string, signal: AbortSignal): Promise<Message> {
  const { message } = await call(chatRoutes.getMessage, { params: { messageId } }, { signal });
  return message.parentId === null ? message : findInHistory(message.parentId, signal);
}
