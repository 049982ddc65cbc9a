import type { Channel } from "@atoll/contract/chat/schemas";
import { Badge } from "../../../ui/badge.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ChannelMark } from "../channel-mark.tsx";
import { channelSubtitle, channelTitle, directPeer } from "../channel-title.ts";
import { HeaderActions } from "../channels/header-actions.tsx";
import { StarToggle } from "../channels/star-toggle.tsx";
import type { ChatPlace } from "../chat-place.ts";
import { FormerColleague, isWithFormer } from "../former-colleague.tsx";
import { PresenceWord } from "../live/presence-word.tsx";

export interface ConversationHeaderProps {
  /** Undefined while the list is loading. */
  channel: Channel | undefined;
  isDisconnected: boolean;
  onGo: (place: ChatPlace) => void;
}

/** What is open, who is in it, and whether it is live. Specification, section 2 (chat screen). */
export function ConversationHeader({ channel, isDisconnected, onGo }: ConversationHeaderProps) {
  const text = channel && channelSubtitle(channel);
  const peer = channel && directPeer(channel);
  return (
    <header className="flex min-h-[57px] flex-none items-center gap-2.5 border-b py-2 pr-3 pl-4 md:pl-5">
      {channel ? (
        <ChannelMark channel={channel} size={32} />
      ) : (
        <Skeleton width={32} height={32} className="rounded-md" />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-1">
          <h1 className="type-dialog min-w-0 truncate leading-5">
            {channel ? channelTitle(channel) : <Skeleton width={120} />}
            {peer && <PresenceWord userId={peer.id} />}
          </h1>
          {isWithFormer(channel) && <FormerColleague />}
          {channel && <StarToggle channel={channel} />}
        </div>
        {text && <p className="truncate text-muted text-xs">{text}</p>}
      </div>
      <span role="status">{isDisconnected && <Badge tone="error">Disconnected</Badge>}</span>
      {channel && <HeaderActions channel={channel} isDisconnected={isDisconnected} onGo={onGo} />}
    </header>
  );
}
