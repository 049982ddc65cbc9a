import { chatRoutes } from "@atoll/contract/chat/routes";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/server/api-client.ts";

/** Queries a single message, for a thread whose message is not loaded with the channel. */
export const messageQuery = (messageId: string) =>
  queryOptions({
    queryKey: ["chat", "message", messageId],
    queryFn: ({ signal }) => call(chatRoutes.getMessage, { params: { messageId } }, { signal }),
  });

export const putFollowing = (messageId: string, isFollowing: boolean) =>
  call(isFollowing ? chatRoutes.followThread : chatRoutes.unfollowThread, { params: { messageId } });

export const putThreadRead = (messageId: string, seq: number) =>
  call(chatRoutes.markThreadRead, { params: { messageId }, body: { seq } });
