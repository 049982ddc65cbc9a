import type { Channel } from "@atoll/contract/chat/schemas";
import { CancelledError, type QueryClient, queryOptions, skipToken } from "@tanstack/react-query";
import { isRefusal } from "../../lib/api-client.ts";
import { createRetry } from "../../lib/retry.ts";
import { chatKeys, fetchChannels } from "./api.ts";
import { type ListEvent, replay, updateList } from "./unread.ts";

export interface ChannelListOptions {
  queryClient: QueryClient;
  viewerId: string;
  /** What was read here and may not have reached the server: an answer from before must not undo it. */
  unsentMarks: () => ReadonlyMap<string, number>;
  /** The list has just come from the server. */
  onFetched: () => void;
}

export interface ChannelList {
  query: ReturnType<typeof channelListQuery>;
  /** Undefined until it is loaded. */
  get(): readonly Channel[] | undefined;
  find(channelId: string): Channel | undefined;
  apply(event: ListEvent): void;
  /** Fetches the list again soon, until it is there; calls in quick succession become one. */
  refresh(): void;
  stop(): void;
}

const refreshDelayMs = 300;

/** Keeps the cached list of channels equal to the server's, by events, and by fetching where those do not suffice. */
export function createChannelList(options: ChannelListOptions): ChannelList {
  const { queryClient, viewerId } = options;
  // What arrives while a fetch is under way happens twice: to the list on the screen, and to the answer.
  const logs = new Set<ListEvent[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What is uncertain stays so until an answer comes.
  const retry = createRetry(() => void fetchAgain());

  async function load(signal: AbortSignal): Promise<readonly Channel[]> {
    const log: ListEvent[] = [];
    logs.add(log);
    try {
      const { channels } = await fetchChannels({ signal });
      const marks = [...options.unsentMarks()].map(
        ([channelId, seq]): ListEvent => ({ kind: "marked", channelId, seq }),
      );
      const update = replay(channels, [...marks, ...log], viewerId);
      if (update.isUncertain) refresh();
      setTimeout(options.onFetched);
      return update.channels;
    } finally {
      logs.delete(log);
    }
  }

  function refresh(): void {
    timer ??= setTimeout(fetchAgain, refreshDelayMs);
  }

  async function fetchAgain(): Promise<void> {
    timer = undefined;
    retry.cancel();
    const ask = () =>
      queryClient.refetchQueries(
        { queryKey: chatKeys.channels },
        { cancelRefetch: false, throwOnError: true },
      );
    // An answer on its way may be from before what made the list uncertain.
    if (logs.size > 0) await ask().catch(() => undefined);
    await ask().then(retry.reset, (error: unknown) => {
      if (!isRefusal(error) && !(error instanceof CancelledError)) retry.later();
    });
  }

  const get = () => queryClient.getQueryData<readonly Channel[]>(chatKeys.channels);
  return {
    query: channelListQuery(load),
    get,
    find: (channelId) => get()?.find((channel) => channel.id === channelId),
    apply(event) {
      for (const log of logs) log.push(event);
      const channels = get();
      if (!channels) return;
      const update = updateList(channels, event, viewerId);
      if (update.channels !== channels) queryClient.setQueryData(chatKeys.channels, update.channels);
      if (update.isUncertain) refresh();
    },
    refresh,
    stop() {
      clearTimeout(timer);
      retry.stop();
    },
  };
}

/** Never stale by age: the heads tell when it is. Without a way to load it, only what is cached. */
export function channelListQuery(load: ((signal: AbortSignal) => Promise<readonly Channel[]>) | null) {
  return queryOptions({
    queryKey: chatKeys.channels,
    queryFn: load ? ({ signal }) => load(signal) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
