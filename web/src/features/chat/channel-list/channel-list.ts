import type { Channel } from "@atoll/contract/chat/schemas";
import type { QueryClient } from "@tanstack/react-query";
import { createLiveQuery, type LiveQuery } from "../../../capabilities/live/live-query.ts";
import { chatKeys, fetchChannels } from "../stream/api.ts";
import { type ListEvent, updateList } from "./unread.ts";

export interface ChannelListOptions {
  queryClient: QueryClient;
  viewerId: string;
  /** Read positions that may not have reached the server. An older response must not reset them. */
  unsentMarks: () => ReadonlyMap<string, number>;
  /** The list has just come from the server. */
  onFetched: () => void;
}

export interface ChannelList extends LiveQuery<readonly Channel[], ListEvent> {
  find(channelId: string): Channel | undefined;
}

/** The viewer's channels, kept in sync with the server. */
export function createChannelList(options: ChannelListOptions): ChannelList {
  const { queryClient, viewerId, unsentMarks, onFetched } = options;
  const list = createLiveQuery<readonly Channel[], ListEvent>({
    queryClient,
    queryKey: chatKeys.channels,
    fetch: async (signal) => (await fetchChannels({ signal })).channels,
    apply: (channels, event) => updateList(channels, event, viewerId),
    ahead: () => [...unsentMarks()].map(([channelId, seq]) => ({ kind: "marked", channelId, seq })),
    onFetched,
  });
  return { ...list, find: (channelId) => list.get()?.find((channel) => channel.id === channelId) };
}
