import type { Message } from "@atoll/contract/chat/schemas";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useChat } from "../session/chat-provider.tsx";
import { visibleMessages } from "../stream/stream.ts";
import { messageQuery } from "./api.ts";

export interface ThreadParent {
  message: Message | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** Returns a thread's message, from the channel's window or fetched separately if it is older. */
export function useThreadParent(channelId: string, messageId: string): ThreadParent {
  const { streams } = useChat();
  const { data: stream, isError: hasNoStream } = useQuery(streams.query(channelId));
  const held = stream && visibleMessages(stream).find(({ id }) => id === messageId);
  const isOutside = (stream !== undefined || hasNoStream) && held === undefined;
  const { data, error, isFetching, refetch } = useQuery({ ...messageQuery(messageId), enabled: isOutside });
  // Changes of messages outside of the window are only counted.
  const outside = stream?.outside;
  useEffect(() => {
    if (isOutside && outside !== undefined) void refetch();
  }, [isOutside, outside, refetch]);
  return { message: held ?? data?.message, error: held ? null : error, isFetching, refetch };
}
