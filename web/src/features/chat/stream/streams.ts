import type { Change } from "@atoll/contract/chat/schemas";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { chatKeys, fetchChanges, fetchMessages } from "./api.ts";
import {
  appendPage,
  applyChange,
  applyChanges,
  type ChangesPage,
  isBehind,
  isStale,
  openStream,
  prependPage,
  type Stream,
  type StreamChange,
  trimStream,
} from "./stream.ts";

export interface StreamsOptions {
  queryClient: QueryClient;
  /** The last change of a channel that is known of; 0 when none is. */
  knownHead: (channelId: string) => number;
  /** The server says that the channel does not exist or is no longer readable. */
  onGone: (channelId: string) => void;
  /** Missed replies, which belong to the caches of their threads. */
  onReplies: (channelId: string, replies: readonly Change[]) => void;
  /** Called when a window was replaced by a new one, so that changes to replies in between are unknown. */
  onReloaded: (channelId: string) => void;
}

export interface Streams {
  query: (channelId: string) => ReturnType<typeof queryFor>;
  get(channelId: string): Stream | undefined;
  /** The channels that are loaded, each with its window. */
  loaded(): [channelId: string, stream: Stream][];
  receive(channelId: string, change: StreamChange): void;
  /** Takes an answer to "what changed after `since`". */
  take(channelId: string, since: number, page: ChangesPage): void;
  /** Fetches missing changes until a window has reached `head`, or the channel's known head. */
  catchUp(channelId: string, head?: number): Promise<void>;
  /** Replaces the window by the newest page, or by the one around a message's number. */
  reload(channelId: string, around?: number): Promise<void>;
  /** Loads the page before or after the window. Rejects if it cannot be loaded. */
  loadMore(channelId: string, side: Side): Promise<void>;
  /** Drops the messages furthest away at one end, if the window is too large. */
  trim(channelId: string, side: Side): void;
  forget(channelId: string): void;
  stop(): void;
}

/** An end of a window. */
export type Side = "older" | "newer";

/** Maximum size of a window, and the size it is cut to, with more than a view on both sides. */
const maxCached = 500;
const keptWhenCut = 350;
/** Larger than the first page, which must be quick. */
const morePageSize = 100;
/** A window further behind than this is reloaded, because nobody reads a thousand messages one by one. */
const farBehind = 1000;
/** Two changes that were made at the same moment may be sent in the other order; they heal by themselves. */
const gapPatienceMs = 200;
const retryMs = 3000;
/** A closed channel's window is kept as long as a person is likely to return. */
const keepMs = 30 * 60_000;

/** Keeps the cached windows of channels in sync with the server's streams, by the rules of stream.ts. */
export function createStreams({
  queryClient,
  knownHead,
  onGone,
  onReplies,
  onReloaded,
}: StreamsOptions): Streams {
  const running = new Map<string, Promise<void>>();
  const loadingMore = new Map<string, Promise<void>>();
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
    const page = await fetchMessages(channelId, {}, { signal });
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
      if (head - stream.seq > farBehind) return reload(channelId, middle(stream));
      const page = await fetchChanges(channelId, stream.seq);
      // The server knows less than it did: a backup was restored.
      if (page.head < stream.seq) return reload(channelId, middle(stream));
      take(channelId, stream.seq, page);
      if (get(channelId)?.seq === stream.seq) return;
    }
  }

  function take(channelId: string, since: number, page: ChangesPage): void {
    update(channelId, (now) => applyChanges(now, since, page));
    const replies = page.changes.filter(({ parentId }) => parentId !== null);
    if (replies.length > 0) onReplies(channelId, replies);
  }

  async function reload(channelId: string, around?: number): Promise<void> {
    const page = await fetchMessages(channelId, around === undefined ? {} : { around });
    update(channelId, () => openStream(page));
    onReloaded(channelId);
  }

  function later(channelId: string, delayMs: number): void {
    if (timers.has(channelId)) return;
    const timer = setTimeout(() => {
      timers.delete(channelId);
      void catchUp(channelId);
    }, delayMs);
    timers.set(channelId, timer);
  }

  async function fetchMore(channelId: string, side: Side): Promise<void> {
    const window = get(channelId);
    const at = window && startOf(window, side);
    if (!at) return;
    const page = await fetchMessages(channelId, { ...at, limit: morePageSize });
    const now = get(channelId);
    if (now && isStale(now, page) && isEqual(startOf(now, side), at)) return fetchMore(channelId, side);
    update(channelId, (stream) =>
      at.before === undefined ? appendPage(stream, at.after, page) : prependPage(stream, at.before, page),
    );
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
    take,
    catchUp,
    reload,
    loadMore(channelId, side) {
      const key = `${side} ${channelId}`;
      const current = loadingMore.get(key);
      if (current) return current;
      const load = fetchMore(channelId, side).finally(() => loadingMore.delete(key));
      loadingMore.set(key, load);
      return load;
    },
    trim(channelId, side) {
      update(channelId, (stream) =>
        stream.messages.length > maxCached ? trimStream(stream, side, keptWhenCut) : stream,
      );
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

type PageStart = { before: number; after?: undefined } | { after: number; before?: undefined };

/** Returns where the adjacent page starts. Undefined if there is none. */
function startOf({ from, to }: Stream, side: Side): PageStart | undefined {
  if (side === "older") return from === 0 ? undefined : { before: from };
  return to === null ? undefined : { after: to - 1 };
}

function isEqual(a: PageStart | undefined, b: PageStart): boolean {
  return a?.before === b.before && a?.after === b.after;
}

/**
 * Returns the message around which a window in the past is reloaded. A window that ends at the newest message needs
 * none.
 */
function middle({ to, messages }: Stream): number | undefined {
  return to === null ? undefined : messages[Math.floor(messages.length / 2)]?.seq;
}

function queryFor(channelId: string, load: (channelId: string, signal: AbortSignal) => Promise<Stream>) {
  return queryOptions({
    queryKey: chatKeys.stream(channelId),
    queryFn: ({ signal }) => load(channelId, signal),
    // Events and catching up keep it fresh. A refetch would drop the older pages.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keepMs,
    structuralSharing: false,
  });
}

function isGone(error: unknown): boolean {
  return hasCode(error, "channel_not_found", "forbidden");
}
