import { chatRoutes } from "@atoll/contract/chat/routes";
import type { RouteOutput } from "@atoll/contract/route";
import { call } from "../../../lib/api-client.ts";

/** Where the lists that go across channels lie in the query cache. */
export const viewKeys = {
  mentions: ["chat", "view", "mentions"],
} as const;

/** The end of the page before: its time, and its id where times are equal. */
export type PageStart = { before: string; beforeId: string } | null;

export type MessagePage = RouteOutput<typeof chatRoutes.listMentions>;
export type ThreadPage = RouteOutput<typeof chatRoutes.listThreads>;

interface Options {
  signal?: AbortSignal;
}

/** How a list that comes a page at a time is asked for, beside where it lies in the cache. */
function pagesOf<Page>(
  fetchPage: (start: PageStart, options: Options) => Promise<Page>,
  nextStart: (page: Page) => PageStart | undefined,
) {
  return {
    queryFn: ({ pageParam, signal }: { pageParam: PageStart; signal: AbortSignal }) =>
      fetchPage(pageParam, { signal }),
    initialPageParam: null satisfies PageStart as PageStart,
    getNextPageParam: nextStart,
  };
}

export const mentionPages = pagesOf(
  (start, options) => call(chatRoutes.listMentions, { query: start ?? {} }, options),
  nextMessages,
);

export const savedPages = pagesOf(
  (start, options) => call(chatRoutes.listSavedMessages, { query: start ?? {} }, options),
  nextMessages,
);

export const threadPages = pagesOf(
  (start, options) => call(chatRoutes.listThreads, { query: start ?? {} }, options),
  nextThreads,
);

/** Where the page after this one begins; undefined when there is none. */
function nextMessages({ items, hasMore }: MessagePage): PageStart | undefined {
  const last = items.at(-1);
  return hasMore && last ? { before: last.listedAt, beforeId: last.message.id } : undefined;
}

function nextThreads({ threads, hasMore }: ThreadPage): PageStart | undefined {
  const last = threads.at(-1)?.message;
  return hasMore && last?.thread ? { before: last.thread.lastReplyAt, beforeId: last.id } : undefined;
}
