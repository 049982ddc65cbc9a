import type { Channel } from "@atoll/contract/chat/schemas";
import { SquarePen } from "lucide-react";
import { errorMessage } from "../../../lib/api-client.ts";
import { formatAge } from "../../../lib/format-age.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Button } from "../../../ui/button.tsx";
import { Count } from "../../../ui/count.tsx";
import { cx } from "../../../ui/cx.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/skeleton.tsx";
import { ChannelMark } from "../channel-mark.tsx";
import { channelTitle } from "../channel-title.ts";
import { useChat } from "../chat-provider.tsx";
import { FormerColleague, isWithFormer } from "../former-colleague.tsx";
import { channelPreview } from "../preview.ts";
import { useChannels, useUnreadTotal } from "../use-channels.ts";
import { ChannelLink } from "./channel-link.tsx";
import { moveFocus } from "./move-focus.ts";

export interface RecentChatsProps {
  onOpen: (channelId: string | null) => void;
  onNewChat: () => void;
}

/** Home: what was said last in each chat. Specification, section 2 (chat screen). */
export function RecentChats({ onOpen, onNewChat }: RecentChatsProps) {
  const { data: channels, error, refetch, isFetching } = useChannels();
  const unread = useUnreadTotal();
  const recent = channels?.filter((channel) => channel.lastMessage !== null);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-[760px] p-4 md:px-6 md:py-5">
        <header className="mb-2 flex items-center gap-2">
          <h1 className="type-page flex-1">Recent chats</h1>
          {unread > 0 && <span className="text-faint text-xs">{unread} unread</span>}
        </header>
        {recent ? (
          recent.length > 0 ? (
            <RecentList channels={recent} onOpen={onOpen} />
          ) : (
            <EmptyState
              title="No recent activity. Start a new chat."
              drawing="chats"
              action={
                <Button icon={SquarePen} onClick={onNewChat}>
                  New chat
                </Button>
              }
            />
          )
        ) : error ? (
          <ErrorState
            message={errorMessage(error, "Failed to fetch channels")}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonList />
        )}
      </div>
    </div>
  );
}

const card = "divide-y overflow-hidden rounded-lg border bg-surface-raised shadow-1";

function RecentList({
  channels,
  onOpen,
}: {
  channels: readonly Channel[];
  onOpen: RecentChatsProps["onOpen"];
}) {
  const now = useNow();
  return (
    <ul className={card} onKeyDown={(event) => moveFocus(event, "a")}>
      {channels.map((channel) => (
        <li key={channel.id}>
          <RecentRow channel={channel} now={now} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

interface RecentRowProps {
  channel: Channel;
  now: Date;
  onOpen: RecentChatsProps["onOpen"];
}

function RecentRow({ channel, now, onOpen }: RecentRowProps) {
  const { viewer } = useChat();
  const isUnread = channel.unread > 0;
  const sentAt = channel.lastMessage?.createdAt ?? channel.lastActivity;
  return (
    <ChannelLink
      channelId={channel.id}
      onOpen={onOpen}
      className="flex items-center gap-3 px-4 py-[9px] outline-offset-[-2px] hover:bg-surface-hover"
    >
      <ChannelMark channel={channel} size={36} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="flex min-w-0 flex-1 items-baseline gap-2">
            <span className={cx("min-w-0 truncate", isUnread ? "font-semibold" : "font-medium")}>
              {channelTitle(channel)}
            </span>
            {isWithFormer(channel) && <FormerColleague />}
          </span>
          <time dateTime={sentAt} className="text-2xs text-faint">
            {formatAge(sentAt, now)}
          </time>
        </span>
        <span className="flex items-center gap-2">
          <span className={cx("min-w-0 flex-1 truncate", !isUnread && "text-muted")}>
            {channelPreview(channel, viewer.id)}
          </span>
          {isUnread && <Count value={channel.unread} tone="unread" label="unread" />}
        </span>
      </span>
    </ChannelLink>
  );
}

function SkeletonList() {
  return (
    <SkeletonGroup label="Loading chats" className={card}>
      {["38%", "52%", "30%", "46%", "34%", "58%"].map((width) => (
        <span key={width} className="flex items-center gap-3 px-4 py-[11px]">
          <Skeleton width={36} height={36} round />
          <span className="flex flex-1 flex-col gap-3">
            <Skeleton width="26%" />
            <Skeleton width={width} />
          </span>
        </span>
      ))}
    </SkeletonGroup>
  );
}
