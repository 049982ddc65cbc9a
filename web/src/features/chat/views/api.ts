import type { MessageInChannel } from "@atoll/contract/chat/message-lists";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import type { CachedPages, PagesOptions } from "../../../capabilities/live/use-pages.ts";
import { call } from "../../../lib/server/api-client.ts";

/** Query keys of the lists of messages from several channels. */
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

/** Returns the query of a paged list of messages, with its key and event handlers. */
function pagesOf<Item extends MessageInChannel>(fetchPage: Fetch<Item>) {
  const touch = (data: CachedPages<Item>, { message }: { message: { id: string } }) =>
    data.pages.some(({ items }) => items.some((item) => item.message.id === message.id)) ? refetch() : data;
  return {
    fetchPage,
    keyOf: ({ message }: Item) => message.id,
    on: {
      "message.edited": touch,
      "message.deleted": touch,
      "message.changed": touch,
      // The viewer can no longer see the channel's messages.
      "channel.removed": refetch,
    },
  };
}
