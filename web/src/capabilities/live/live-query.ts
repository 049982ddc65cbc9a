import { CancelledError, type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { isRefusal } from "../../lib/api-client.ts";
import { createRetry } from "../../lib/retry.ts";

/** What an event made of the data. */
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
  /** What happened here and an answer from the server need not know yet. */
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

const refreshDelayMs = 300;

/** Keeps what is cached equal to the server's, by events, and by fetching where those do not suffice. */
export function createLiveQuery<Data, Event>(options: LiveQueryOptions<Data, Event>): LiveQuery<Data, Event> {
  const { queryClient, queryKey, apply } = options;
  // What arrives while a fetch is under way happens twice: to what is on the screen, and to the answer.
  const logs = new Set<Event[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What is uncertain stays so until an answer comes.
  const retry = createRetry(() => void fetchAgain());

  async function load(signal: AbortSignal): Promise<Data> {
    const log: Event[] = [];
    logs.add(log);
    try {
      const answer = await options.fetch(signal);
      const update = replay(answer, [...(options.ahead?.() ?? []), ...log], apply);
      if (update.isUncertain) refresh();
      if (options.onFetched) setTimeout(options.onFetched);
      return update.data;
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
      queryClient.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false, throwOnError: true });
    // An answer on its way may be from before what made it uncertain.
    if (logs.size > 0) await ask().catch(() => undefined);
    await ask().then(retry.reset, (error: unknown) => {
      if (!isRefusal(error) && !(error instanceof CancelledError)) retry.later();
    });
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
      if (update.isUncertain) refresh();
    },
    refresh,
    stop() {
      clearTimeout(timer);
      retry.stop();
    },
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
