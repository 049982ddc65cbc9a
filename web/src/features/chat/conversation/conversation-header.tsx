import type { Channel } from "@atoll/contract/chat/schemas";
import { ArrowLeft } from "lucide-react";
import { FormerColleague } from "../../../capabilities/people/former-colleague.tsx";
import { PresenceWord } from "../../../capabilities/people/presence-word.tsx";
import { GuestMark } from "../../../capabilities/people/program-mark.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Skeleton } from "../../../ui/progress/skeleton.tsx";
import { ChannelMark } from "../channel-list/channel-mark.tsx";
import { channelSubtitle, channelTitle, directPeer, isWithFormer } from "../channel-list/channel-title.ts";
import { HeaderActions } from "../channels/header-actions.tsx";
import { StarToggle } from "../channels/preferences/star-toggle.tsx";
import type { ChatPlace } from "../places/chat-place.ts";
import { useChannels } from "../session/use-channels.ts";

export interface ConversationHeaderProps {
  /** Undefined while the list is loading. */
  channel: Channel | undefined;
  isDisconnected: boolean;
  onGo: (place: ChatPlace) => void;
  onBack: () => void;
}

/** The open chat's name, members and connection state. Specification, section 2 (chat screen). */
export function ConversationHeader({ channel, isDisconnected, onGo, onBack }: ConversationHeaderProps) {
  const text = channel && channelSubtitle(channel);
  const peer = channel && directPeer(channel);
  return (
    <header className="flex min-h-[57px] flex-none items-center gap-2.5 border-b py-2 pr-3 pl-4 short:min-h-12 short:py-1 md:pl-5">
      {/* Where a phone is low, the bar above with its own gives way to messages. */}
      <IconButton
        label="Back to chats"
        icon={ArrowLeft}
        size="sm"
        className="-ml-2 hidden! short:inline-grid!"
        onClick={onBack}
      />
      {channel ? (
        <ChannelMark channel={channel} size={32} />
      ) : (
        <Skeleton width={32} height={32} className="rounded-md" />
      )}
      {/* The name takes the space it needs; the avatars shrink first, and the topic takes what is left. */}
      <div className="min-w-0 flex-auto">
        <div className="flex min-w-0 items-center gap-1">
          {channel ? (
            <h1 className="type-dialog min-w-0 truncate leading-5">
              {channelTitle(channel)}
              {peer && <PresenceWord userId={peer.id} />}
            </h1>
          ) : (
            <NoName />
          )}
          {isWithFormer(channel) && <FormerColleague />}
          {channel && <GuestsMark channel={channel} />}
          {channel && <StarToggle channel={channel} />}
        </div>
        {text && <p className="w-0 min-w-full truncate text-muted text-xs">{text}</p>}
      </div>
      <span role="status">{isDisconnected && <Badge tone="error">Disconnected</Badge>}</span>
      {channel && <HeaderActions channel={channel} isDisconnected={isDisconnected} onGo={onGo} />}
    </header>
  );
}

/** Says at once who reads along. */
function GuestsMark({ channel }: { channel: Channel }) {
  const peer = directPeer(channel);
  if (peer) return peer.isGuest ? <GuestMark /> : null;
  if (!channel.hasGuests) return null;
  return (
    <span className="flex-none">
      <Badge tone="warning">With guests</Badge>
    </span>
  );
}

/** The name comes with the list of chats, which may be on its way, or may not have come. */
function NoName() {
  const { error, isFetching, refetch } = useChannels();
  if (!error) return <Skeleton width={120} className="my-[5px]" />;
  return (
    <>
      <p role="alert" className="mr-2 text-danger-text">
        Failed to fetch channels
      </p>
      <Button size="xs" loading={isFetching} onClick={() => void refetch()}>
        Try Again
      </Button>
    </>
  );
}
