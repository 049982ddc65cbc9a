import type { Channel } from "@atoll/contract/chat/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useChat } from "../session/chat-provider.tsx";
import { chatKeys } from "../stream/api.ts";
import { channelKeys } from "./channel-keys.ts";

/** Brings the answers of acts on channels to the list, before the event about them comes. */
export function useChannelCache() {
  const { channels } = useChat();
  const queryClient = useQueryClient();

  function patch(channelId: string, settings: Partial<Channel>): void {
    queryClient.setQueryData<readonly Channel[]>(chatKeys.channels, (list) =>
      list?.map((channel) => (channel.id === channelId ? { ...channel, ...settings } : channel)),
    );
  }
  return {
    patch,
    /** A channel as an act left it. */
    take: (channel: Channel) => channels.apply({ kind: "updated", channel }),
    remove: (channelId: string) => channels.apply({ kind: "removed", channelId }),
    async refreshMembers(channelId: string): Promise<void> {
      // Those that the composer offers after an @, too.
      void queryClient.invalidateQueries({ queryKey: ["chat", "members", channelId] });
      await queryClient.invalidateQueries({ queryKey: channelKeys.allMembers(channelId) });
    },
  };
}
