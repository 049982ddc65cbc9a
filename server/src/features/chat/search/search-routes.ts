import { chatRoutes } from "@atoll/contract/chat/routes";
import type { SliceContext } from "../../../slice.ts";
import { assertMayChat } from "../policy.ts";
import { accessChannel } from "../public.ts";
import { searchMessages } from "./search-messages.ts";

/** Registers the routes of message search. Specification, sections 2 (chat screen), 5 and 9. */
export function registerSearch({ routes, db, people }: SliceContext): void {
  routes.route(chatRoutes.searchMessages, async ({ query }, { viewer }) => {
    assertMayChat(viewer);
    if (query.channelId) await accessChannel(db, viewer, query.channelId);
    return searchMessages({ db, people }, viewer.id, { ...query, channelId: query.channelId });
  });
}
