import type { MessageInChannel } from "@atoll/contract/chat/message-lists";
import { channelTitle } from "../channel-list/channel-title.ts";
import { useChannels } from "../session/use-channels.ts";

/** What the channel of a listed message is called: a direct chat by its people, who are in the list of chats. */
export function usePlaceName(): (channel: MessageInChannel["channel"]) => string {
  const { data: channels } = useChannels();
  return (channel) => {
    const listed = channels?.find(({ id }) => id === channel.id);
    if (listed) return channelTitle(listed);
    return channel.type === "DIRECT" ? "Direct message" : channel.name;
  };
}
