import { channelRoutes } from "@atoll/contract/chat/channel-routes";
import type { Channel } from "@atoll/contract/chat/schemas";
import { useMutation } from "@tanstack/react-query";
import { call, errorMessage } from "../../../../lib/server/api-client.ts";
import { notify } from "../../../../ui/toast/toast.tsx";
import { useChannelCache } from "../use-channel-cache.ts";

// Separate from `api.ts`, which is part of lazily loaded code.
const putStar = (channelId: string, isStarred: boolean) =>
  call(isStarred ? channelRoutes.starChannel : channelRoutes.unstarChannel, { params: { channelId } });

/** Returns a function that stars or unstars a chat, optimistically. */
export function useStar(): (channel: Pick<Channel, "id" | "isStarred">) => void {
  const cache = useChannelCache();
  const { mutate } = useMutation({
    // One after the other, so that the last press wins.
    scope: { id: "chat-star" },
    mutationFn: ({ id, isStarred }: { id: string; isStarred: boolean }) => putStar(id, isStarred),
    onMutate: ({ id, isStarred }) => cache.patch(id, { isStarred }),
    onError: (error, { id, isStarred }) => {
      cache.patch(id, { isStarred: !isStarred });
      notify.error(errorMessage(error));
    },
  });
  return ({ id, isStarred }) => mutate({ id, isStarred: !isStarred });
}
