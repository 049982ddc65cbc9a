import type { MessageInChannel } from "@atoll/contract/chat/message-lists";
import { chatRoutes } from "@atoll/contract/chat/routes";
import type { PagesOptions } from "../../../capabilities/live/use-pages.ts";
import { call } from "../../../lib/api-client.ts";

/** Where the lists that go across channels lie in the query cache. */
export const viewKeys = {
  mentions: ["chat", "view", "mentions"],
} as const;

type Fetch<Item> = PagesOptions<Item>["fetchPage"];

export const mentionPages = pagesOf((cursor, options) =>
  call(chatRoutes.listMentions, { query: { cursor } }, options),
);

export const savedPages = pagesOf((cursor, options) =>
  call(chatRoutes.listSavedMessages, { query: { cursor } }, options),
);

export const threadPages = pagesOf((cursor, options) =>
  call(chatRoutes.listThreads, { query: { cursor } }, options),
);

/** How a list that comes a page at a time is asked for, beside where it lies in the cache. */
function pagesOf<Item extends MessageInChannel>(fetchPage: Fetch<Item>) {
  return { fetchPage, keyOf: ({ message }: Item) => message.id };
}
