import type { Channel } from "@atoll/contract/chat/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Preferences, putPreferences } from "../api.ts";
import { useChannelCache } from "../use-channel-cache.ts";

/** Returns a function that changes the viewer's notification settings of a channel, optimistically. */
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
      // Later choices are still pending, so this response is outdated.
      if (client.isMutating({ mutationKey }) === 1) cache.take(saved);
    },
    onError: (_error, _wanted, before) => before && cache.patch(channel.id, before),
  });
}
