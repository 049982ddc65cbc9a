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

export const fetchMentions = (start: PageStart, options?: Options) =>
  call(chatRoutes.listMentions, { query: start ?? {} }, options);

export const fetchSaved = (start: PageStart, options?: Options) =>
  call(chatRoutes.listSavedMessages, { query: start ?? {} }, options);

export const fetchThreads = (start: PageStart, options?: Options) =>
  call(chatRoutes.listThreads, { query: start ?? {} }, options);

/** Where the page after this one begins; undefined when there is none. */
export function nextMessages({ items, hasMore }: MessagePage): PageStart | undefined {
  const last = items.at(-1);
  return hasMore && last ? { before: last.listedAt, beforeId: last.message.id } : undefined;
}

export function nextThreads({ threads, hasMore }: ThreadPage): PageStart | undefined {
  const last = threads.at(-1)?.message;
  return hasMore && last?.thread ? { before: last.thread.lastReplyAt, beforeId: last.id } : undefined;
}
