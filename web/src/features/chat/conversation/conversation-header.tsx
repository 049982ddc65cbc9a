import type { Channel } from "@atoll/contract/chat/schemas";
import { Users } from "lucide-react";
import { Badge } from "../../../ui/badge.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ChannelMark } from "../channel-mark.tsx";
import { channelTitle } from "../channel-title.ts";
import { FormerColleague, isWithFormer } from "../former-colleague.tsx";

export interface ConversationHeaderProps {
  /** Undefined while the list is loading. */
  channel: Channel | undefined;
  isDisconnected: boolean;
}

/** What is open, and whether it is live. */
export function ConversationHeader({ channel, isDisconnected }: ConversationHeaderProps) {
  const text = channel?.type === "DIRECT" ? channel.peer?.email : channel?.description;
  return (
    <header className="flex min-h-[57px] flex-none items-center gap-2.5 border-b py-2 pr-3 pl-4 md:pl-5">
      {channel ? (
        <ChannelMark channel={channel} size={32} />
      ) : (
        <Skeleton width={32} height={32} className="rounded-md" />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-baseline gap-2">
          <h1 className="type-dialog min-w-0 truncate leading-5">
            {channel ? channelTitle(channel) : <Skeleton width={120} />}
          </h1>
          {isWithFormer(channel) && <FormerColleague />}
        </div>
        {text && <p className="truncate text-muted text-xs">{text}</p>}
      </div>
      <span role="status">{isDisconnected && <Badge tone="error">Disconnected</Badge>}</span>
      {channel && channel.type !== "DIRECT" && (
        <span className="flex flex-none items-center gap-1.5 text-muted text-xs max-md:hidden">
          <Users className="size-3.5" aria-hidden="true" />
          {channel.memberCount === 1 ? "1 member" : `${channel.memberCount} members`}
        </span>
      )}
    </header>
  );
}
