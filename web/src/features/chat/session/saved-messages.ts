import { chatRoutes } from "@atoll/contract/chat/routes";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api-client.ts";
import { chatKeys } from "../stream/api.ts";

/** Which messages of a channel the viewer saved, kept right by `takeSaved`. */
export const savedInQuery = (channelId: string) =>
  queryOptions({
    queryKey: chatKeys.savedIn(channelId),
    queryFn: async ({ signal }) =>
      (await call(chatRoutes.listSavedIn, { params: { channelId } }, { signal })).messageIds,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Saves a message for the viewer, or saves it no longer; every list that shows it follows. */
export async function putSaved(queryClient: QueryClient, messageId: string, isSaved: boolean): Promise<void> {
  await call(isSaved ? chatRoutes.saveMessage : chatRoutes.unsaveMessage, { params: { messageId } });
  takeSaved(queryClient, messageId, isSaved);
}

/** A message was saved, or is saved no longer: here, or on another device, which does not say in which channel. */
export function takeSaved(queryClient: QueryClient, messageId: string, isSaved: boolean): void {
  queryClient.setQueriesData<readonly string[]>({ queryKey: chatKeys.allSavedIn }, (ids) => {
    const others = ids?.filter((id) => id !== messageId);
    return others && isSaved ? [messageId, ...others] : others;
  });
  // An answer that is on its way may be older than this.
  void queryClient.invalidateQueries({
    queryKey: chatKeys.allSavedIn,
    predicate: ({ state }) => state.fetchStatus === "fetching",
  });
  void queryClient.invalidateQueries({ queryKey: chatKeys.saved });
}
