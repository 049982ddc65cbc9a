import type { MessageInChannel } from "@atoll/contract/chat/message-lists";
import { channelTitle } from "../channel-list/channel-title.ts";
import { useChannels } from "../session/use-channels.ts";

/**
 * Returns the title of a listed message's channel. Direct chats are named by their people, who are in the chat list.
 */
export function usePlaceName(): (channel: MessageInChannel["channel"]) => string {
  const { data: channels } = useChannels();
  return (channel) => {
    const listed = channels?.find(({ id }) => id === channel.id);
    if (listed) return channelTitle(listed);
    return channel.type === "DIRECT" ? "Direct message" : channel.name;
  };
}
