import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Message } from "@atoll/contract/chat/schemas";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/server/api-client.ts";

/** Queries the people who reacted whose names are not cached. Refetched after each change of the message. */
export const reactorsQuery = ({ id, changedSeq }: Message) =>
  queryOptions({
    queryKey: ["chat", "reactors", id, changedSeq],
    queryFn: async ({ signal }) => {
      const { people } = await call(chatRoutes.listReactors, { params: { messageId: id } }, { signal });
      return people;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const addReaction = (messageId: string, emoji: string) =>
  call(chatRoutes.addReaction, { params: { messageId, emoji } });

export const removeReaction = (messageId: string, emoji: string) =>
  call(chatRoutes.removeReaction, { params: { messageId, emoji } });
