import type { Channel } from "@atoll/contract/chat/schemas";
import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { totalUnread } from "../channel-list/unread.ts";
import type { MessageEntry } from "../outbox/message-kind.ts";
import { chatKeys } from "../stream/api.ts";
import { useChat, useOptionalChat } from "./chat-provider.tsx";

/** The query of screens until the session has loaded. It has its own key: rows without a session could do nothing. */
const notYet = queryOptions<readonly Channel[]>({ queryKey: ["chat", "no session"], queryFn: skipToken });

/**
 * The viewer's channels and direct chats, the one written to last first, always up to date. Pending until the session has
 * loaded.
 */
export function useChannels() {
  return useQuery(useOptionalChat()?.channels.query ?? notYet);
}

export function useChannel(channelId: string): Channel | undefined {
  const { data } = useQuery({
    ...(useOptionalChat()?.channels.query ?? notYet),
    select: (channels) => channels.find((channel) => channel.id === channelId),
  });
  return data;
}

const noChannels = queryOptions<readonly Channel[]>({ queryKey: chatKeys.channels, queryFn: skipToken });

/** Returns the sum of the unread counts; 0 while it is unknown, and without team chat. Specification, section 4. */
export function useUnreadTotal(): number {
  const chat = useOptionalChat();
  const { data } = useQuery({ ...(chat?.channels.query ?? noChannels), select: totalUnread });
  return data ?? 0;
}

/** Returns the number of followed threads with unread replies. */
export function useUnreadThreads(): number {
  const { data } = useQuery<number>({
    queryKey: chatKeys.unreadThreads,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? 0;
}

/** Returns the pending messages of a channel, or of one of its threads. */
export function usePending(channelId: string, parentId: string | null = null): readonly MessageEntry[] {
  const { outbox } = useChat();
  const entries = useSyncExternalStore(outbox.subscribe, outbox.entries);
  return useMemo(
    () => entries.filter(({ body }) => body.channelId === channelId && body.parentId === parentId),
    [entries, channelId, parentId],
  );
}
