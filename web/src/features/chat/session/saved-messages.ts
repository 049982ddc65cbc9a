import { messageRoutes } from "@atoll/contract/chat/message-routes";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Outbox } from "../../../capabilities/offline/outbox/outbox.ts";
import { call } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { chatKeys } from "../stream/api.ts";

/** Queries which messages of a channel the viewer saved, updated by `takeSaved`. */
export const savedInQuery = (channelId: string) =>
  queryOptions({
    queryKey: chatKeys.savedIn(channelId),
    queryFn: async ({ signal }) =>
      (await call(messageRoutes.listSavedIn, { params: { channelId } }, { signal })).messageIds,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** That the viewer saves a message, or saves it no longer. */
interface SavedMark {
  messageId: string;
  isSaved: boolean;
}

/** Saves messages through the outbox: shown optimistically, and sent when there is a connection. */
export function createSavedMessages({ queryClient, outbox }: { queryClient: QueryClient; outbox: Outbox }) {
  const marks = outbox.register<SavedMark>({
    name: "saved message",
    shape: { messageId: "string", isSaved: "boolean" },
    isInOrder: true,
    isLastOnly: true,
    async send({ body: { messageId, isSaved } }) {
      await call(isSaved ? messageRoutes.saveMessage : messageRoutes.unsaveMessage, {
        params: { messageId },
      });
      takeSaved(queryClient, messageId, isSaved);
    },
    onRefused({ body: { messageId, isSaved } }, reason) {
      takeSaved(queryClient, messageId, !isSaved);
      notify.error(reason);
    },
    failure: "Failed to save the message",
    words: { one: "A change", many: "changes" },
  });
  return {
    save(messageId: string, isSaved: boolean): void {
      showSaved(queryClient, messageId, isSaved);
      marks.add(`message/${messageId}`, { messageId, isSaved });
    },
    stop: marks.end,
  };
}

/** Applies that a message was saved or removed, here or on another device, whose event does not name the channel. */
export function takeSaved(queryClient: QueryClient, messageId: string, isSaved: boolean): void {
  showSaved(queryClient, messageId, isSaved);
  // An answer that is on its way may be older than this.
  void queryClient.invalidateQueries({
    queryKey: chatKeys.allSavedIn,
    predicate: ({ state }) => state.fetchStatus === "fetching",
  });
  void queryClient.invalidateQueries({ queryKey: chatKeys.saved });
}

function showSaved(queryClient: QueryClient, messageId: string, isSaved: boolean): void {
  queryClient.setQueriesData<readonly string[]>({ queryKey: chatKeys.allSavedIn }, (ids) => {
    const others = ids?.filter((id) => id !== messageId);
    return others && isSaved ? [messageId, ...others] : others;
  });
}
