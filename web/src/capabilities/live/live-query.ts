import { type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { createAskAgain } from "./ask-again.ts";

/** The result of an event. */
export interface LiveUpdate<Data> {
  data: Data;
  /** Something was missed or cannot be known here: it must be fetched again. */
  isUncertain: boolean;
}

export interface LiveQueryOptions<Data, Event> {
  queryClient: QueryClient;
  queryKey: QueryKey;
  fetch: (signal: AbortSignal) => Promise<Data>;
  /** Pure: the data after one event; the same object when nothing is different. An event may come more than once. */
  apply: (data: Data, event: Event) => LiveUpdate<Data>;
  /** Local events that a response from the server may not contain yet. */
  ahead?: () => readonly Event[];
  /** The data has just come from the server. */
  onFetched?: () => void;
}

export interface LiveQuery<Data, Event> {
  query: ReturnType<typeof liveQueryOptions<Data>>;
  /** Undefined until it is loaded. */
  get(): Data | undefined;
  apply(event: Event): void;
  /** Fetches again soon, until there is an answer; calls in quick succession become one. */
  refresh(): void;
  stop(): void;
}

/**
 * Keeps what is cached equal to the server's, by events, and by fetching where those do not suffice. For what lives as
 * long as somebody is signed in, and knows by itself what it missed; a screen's own lists take `useLiveQuery`.
 */
export function createLiveQuery<Data, Event>(options: LiveQueryOptions<Data, Event>): LiveQuery<Data, Event> {
  const { queryClient, queryKey, apply } = options;
  // Events that arrive during a fetch are applied twice: to the current data, and to the response.
  const logs = new Set<Event[]>();
  const again = createAskAgain(queryClient, queryKey);

  async function load(signal: AbortSignal): Promise<Data> {
    const log: Event[] = [];
    logs.add(log);
    try {
      const answer = await options.fetch(signal);
      const update = replay(answer, [...(options.ahead?.() ?? []), ...log], apply);
      if (update.isUncertain) again.soon();
      if (options.onFetched) setTimeout(options.onFetched);
      return update.data;
    } finally {
      logs.delete(log);
    }
  }

  const get = () => queryClient.getQueryData<Data>(queryKey);
  return {
    query: liveQueryOptions(queryKey, load),
    get,
    apply(event) {
      for (const log of logs) log.push(event);
      const data = get();
      if (data === undefined) return;
      const update = apply(data, event);
      if (update.data !== data) queryClient.setQueryData<Data>(queryKey, () => update.data);
      if (update.isUncertain) again.soon();
    },
    refresh: again.soon,
    stop: again.stop,
  };
}

/** Pure: the data after events that arrived while it was being fetched. */
export function replay<Data, Event>(
  fetched: Data,
  events: readonly Event[],
  apply: (data: Data, event: Event) => LiveUpdate<Data>,
): LiveUpdate<Data> {
  let update: LiveUpdate<Data> = { data: fetched, isUncertain: false };
  for (const event of events) {
    const { data, isUncertain } = apply(update.data, event);
    update = { data, isUncertain: update.isUncertain || isUncertain };
  }
  return update;
}

/** Never stale by age: events tell when it is. */
function liveQueryOptions<Data>(queryKey: QueryKey, load: (signal: AbortSignal) => Promise<Data>) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
