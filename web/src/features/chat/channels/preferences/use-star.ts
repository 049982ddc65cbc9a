import type { Channel } from "@atoll/contract/chat/schemas";
import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { notify } from "../../../../ui/toast/toast.tsx";
import { useChannelCache } from "../use-channel-cache.ts";
import { putStar } from "./put-star.ts";

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
