import type { Change } from "@atoll/contract/chat/schemas";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { chatKeys, fetchReplies } from "./api.ts";
import { applyReply, openThread, prependReplies, type Thread } from "./thread.ts";

/** The threads that are on the screen, or were a moment ago. */
export interface Threads {
  /** The replies to a message, kept up to date by `receive`. */
  query: (channelId: string, messageId: string) => ReturnType<typeof queryFor>;
  get(messageId: string): Thread | undefined;
  /** Applies a change of a reply, whether its thread is cached or not. */
  receive(change: Change): void;
  /** Puts the page before the window in front of it; rejects when it cannot be had. */
  loadOlder(messageId: string): Promise<void>;
  /** Something of the viewer's own about it: how far they have read, whether they follow it. */
  set(messageId: string, values: Partial<Pick<Thread, "lastReadSeq" | "isFollowing">>): void;
  /** Fetches the threads of a channel again: what happened to them is not known. */
  refresh(channelId: string): void;
  forget(channelId: string): void;
}

const keepMs = 5 * 60_000;

export function createThreads(queryClient: QueryClient): Threads {
  // Changes that arrive while a page is loading are applied to the page too.
  const logs = new Set<Change[]>();
  const loadingOlder = new Map<string, Promise<void>>();

  const get = (messageId: string) => queryClient.getQueryData<Thread>(chatKeys.thread(messageId));

  function update(messageId: string, change: (thread: Thread) => Thread): void {
    const before = get(messageId);
    const after = before && change(before);
    if (after && after !== before) queryClient.setQueryData(chatKeys.thread(messageId), after);
  }

  async function logged<T>(work: () => Promise<T>): Promise<{ answer: T; log: Change[] }> {
    const log: Change[] = [];
    logs.add(log);
    try {
      return { answer: await work(), log };
    } finally {
      logs.delete(log);
    }
  }

  async function load(channelId: string, messageId: string, signal: AbortSignal): Promise<Thread> {
    const { answer, log } = await logged(() => fetchReplies(messageId, undefined, { signal }));
    return ofThread(log, messageId).reduce(applyReply, openThread(channelId, answer));
  }

  async function fetchOlder(messageId: string): Promise<void> {
    const thread = get(messageId);
    const before = thread?.messages[0]?.seq;
    if (!thread?.hasMore || before === undefined) return;
    const { answer, log } = await logged(() => fetchReplies(messageId, before));
    update(messageId, (now) =>
      ofThread(log, messageId).reduce(applyReply, prependReplies(now, before, answer)),
    );
  }

  const isOf = (channelId: string) => ({
    predicate: ({ queryKey, state }: { queryKey: readonly unknown[]; state: { data: unknown } }) =>
      queryKey[1] === "thread" && isThread(state.data) && state.data.channelId === channelId,
  });

  return {
    query: (channelId, messageId) => queryFor(messageId, (signal) => load(channelId, messageId, signal)),
    get,
    receive(change) {
      if (change.parentId === null) return;
      for (const log of logs) log.push(change);
      update(change.parentId, (thread) => applyReply(thread, change));
    },
    loadOlder(messageId) {
      const current = loadingOlder.get(messageId);
      if (current) return current;
      const run = fetchOlder(messageId).finally(() => loadingOlder.delete(messageId));
      loadingOlder.set(messageId, run);
      return run;
    },
    set: (messageId, values) => update(messageId, (thread) => ({ ...thread, ...values })),
    refresh: (channelId) => void queryClient.invalidateQueries(isOf(channelId)),
    forget: (channelId) => queryClient.removeQueries(isOf(channelId)),
  };
}

function queryFor(messageId: string, load: (signal: AbortSignal) => Promise<Thread>) {
  return queryOptions({
    queryKey: chatKeys.thread(messageId),
    queryFn: ({ signal }) => load(signal),
    // `receive` keeps it fresh while its channel is followed. It is refetched when shown again.
    staleTime: 60_000,
    gcTime: keepMs,
    structuralSharing: false,
  });
}

function ofThread(changes: readonly Change[], messageId: string): Change[] {
  return changes.filter(({ parentId }) => parentId === messageId);
}

function isThread(data: unknown): data is Thread {
  return typeof data === "object" && data !== null && "channelId" in data;
}
