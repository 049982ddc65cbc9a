import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiError } from "../../lib/api-client.ts";
import { chatKeys, fetchChanges, fetchMessages } from "./api.ts";
import {
  applyChange,
  applyChanges,
  isBehind,
  isStale,
  openStream,
  prependPage,
  type Stream,
  type StreamChange,
} from "./stream.ts";

export interface StreamsOptions {
  queryClient: QueryClient;
  /** The last change of a channel that is known of; 0 when none is. */
  knownHead: (channelId: string) => number;
  /** The server says that the channel is gone, or no longer the viewer's. */
  onGone: (channelId: string) => void;
}

export interface Streams {
  query: (channelId: string) => ReturnType<typeof queryFor>;
  get(channelId: string): Stream | undefined;
  /** The channels that are loaded, each with its window. */
  loaded(): [channelId: string, stream: Stream][];
  receive(channelId: string, change: StreamChange): void;
  /** Asks for what is missing until a window has reached `head`, or the channel's known head. */
  catchUp(channelId: string, head?: number): Promise<void>;
  /** Throws the window away for the newest page. */
  reload(channelId: string): Promise<void>;
  /** Puts the page before the window in front of it; rejects when it cannot be had. */
  loadOlder(channelId: string): Promise<void>;
  forget(channelId: string): void;
  stop(): void;
}

/** A window further behind than this is loaded anew: nobody reads a thousand messages one by one. */
const farBehind = 1000;
/** Two changes that were made at the same moment may be sent in the other order; they heal by themselves. */
const gapPatienceMs = 200;
const retryMs = 3000;
/** A closed channel's window is kept as long as a person may come back to it. */
const keepMs = 30 * 60_000;

/** Keeps the cached windows of channels equal to the server's streams. The rules are those of stream.ts. */
export function createStreams({ queryClient, knownHead, onGone }: StreamsOptions): Streams {
  const running = new Map<string, Promise<void>>();
  const loadingOlder = new Map<string, Promise<void>>();
  const targets = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const get = (channelId: string) => queryClient.getQueryData<Stream>(chatKeys.stream(channelId));
  const set = (channelId: string, stream: Stream) =>
    queryClient.setQueryData<Stream>(chatKeys.stream(channelId), stream);

  function update(channelId: string, change: (stream: Stream) => Stream): void {
    const before = get(channelId);
    const after = before && change(before);
    if (after && after !== before) set(channelId, after);
  }

  async function load(channelId: string, signal: AbortSignal): Promise<Stream> {
    const page = await fetchMessages(channelId, undefined, { signal });
    // Changes that arrived while the first page was on its way had no window to go to.
    setTimeout(() => catchUp(channelId));
    return openStream(page);
  }

  function catchUp(channelId: string, head = 0): Promise<void> {
    targets.set(channelId, Math.max(head, targets.get(channelId) ?? 0));
    const current = running.get(channelId);
    if (current) return current;
    const run = fetchMissing(channelId)
      .catch((error: unknown) => {
        if (isGone(error)) onGone(channelId);
        else later(channelId, retryMs);
      })
      .finally(() => {
        running.delete(channelId);
        targets.delete(channelId);
      });
    running.set(channelId, run);
    return run;
  }

  async function fetchMissing(channelId: string): Promise<void> {
    for (;;) {
      const stream = get(channelId);
      const head = Math.max(knownHead(channelId), targets.get(channelId) ?? 0);
      if (!stream || !isBehind(stream, head)) return;
      if (head - stream.seq > farBehind) return reload(channelId);
      const page = await fetchChanges(channelId, stream.seq);
      // The server knows less than it did: a backup was restored.
      if (page.head < stream.seq) return reload(channelId);
      update(channelId, (now) => applyChanges(now, stream.seq, page));
      if (get(channelId)?.seq === stream.seq) return;
    }
  }

  async function reload(channelId: string): Promise<void> {
    const page = await fetchMessages(channelId);
    update(channelId, () => openStream(page));
  }

  function later(channelId: string, delayMs: number): void {
    if (timers.has(channelId)) return;
    const timer = setTimeout(() => {
      timers.delete(channelId);
      void catchUp(channelId);
    }, delayMs);
    timers.set(channelId, timer);
  }

  async function fetchOlder(channelId: string): Promise<void> {
    const before = get(channelId)?.from ?? 0;
    if (before === 0) return;
    const page = await fetchMessages(channelId, before);
    const now = get(channelId);
    if (now?.from === before && isStale(now, page)) return fetchOlder(channelId);
    update(channelId, (stream) => prependPage(stream, before, page));
  }

  return {
    query: (channelId) => queryFor(channelId, load),
    get,
    loaded: () =>
      queryClient
        .getQueriesData<Stream>({ queryKey: chatKeys.streams })
        .flatMap(([key, stream]) => (stream ? [[String(key[2]), stream]] : [])),
    receive(channelId, change) {
      update(channelId, (stream) => applyChange(stream, change));
      const stream = get(channelId);
      if (stream && stream.seq < change.seq) later(channelId, gapPatienceMs);
    },
    catchUp,
    reload,
    loadOlder(channelId) {
      const current = loadingOlder.get(channelId);
      if (current) return current;
      const load = fetchOlder(channelId).finally(() => loadingOlder.delete(channelId));
      loadingOlder.set(channelId, load);
      return load;
    },
    forget(channelId) {
      queryClient.removeQueries({ queryKey: chatKeys.stream(channelId) });
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

function queryFor(channelId: string, load: (channelId: string, signal: AbortSignal) => Promise<Stream>) {
  return queryOptions({
    queryKey: chatKeys.stream(channelId),
    queryFn: ({ signal }) => load(channelId, signal),
    // Kept right by events and catching up; fetching it again would throw the older pages away.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keepMs,
    structuralSharing: false,
  });
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "channel_not_found" || error.code === "forbidden");
}
