import type { Channel } from "@atoll/contract/chat/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Preferences, putPreferences } from "./api.ts";
import { useChannelCache } from "./use-channel-cache.ts";

/** Changes what the viewer hears of a channel: at once on the screen, and back when the server refuses. */
export function usePreferences(channel: Channel) {
  const cache = useChannelCache();
  const client = useQueryClient();
  const mutationKey = ["preferences", channel.id];
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(" ") },
    mutationFn: (wanted: Preferences) => putPreferences(channel.id, wanted),
    onMutate: (wanted) => {
      cache.patch(channel.id, wanted);
      return { notify: channel.notify, isMuted: channel.isMuted };
    },
    onSuccess({ channel: saved }) {
      // It knows nothing of what was chosen since.
      if (client.isMutating({ mutationKey }) === 1) cache.take(saved);
    },
    onError: (_error, _wanted, before) => before && cache.patch(channel.id, before),
  });
}
