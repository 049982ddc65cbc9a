import type { Channel } from "@atoll/contract/chat/schemas";
import { Link } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { ChannelMark } from "../../features/chat/channel-list/channel-mark.tsx";
import { channelTitle } from "../../features/chat/channel-list/channel-title.ts";
import { channelPreview } from "../../features/chat/channel-list/preview.ts";
import { useChannels } from "../../features/chat/session/use-channels.ts";
import { errorMessage } from "../../lib/api-client.ts";
import { formatAge } from "../../lib/format-age.ts";
import { useNow } from "../../lib/use-now.ts";
import { useViewer } from "../../lib/use-session.tsx";
import { Count } from "../../ui/badge/count.tsx";
import { cx } from "../../ui/base/cx.ts";
import { buttonClass } from "../../ui/button/button-class.ts";
import { Card } from "../../ui/layout/card.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { ErrorState } from "../../ui/state/error-state.tsx";

/** How many items the lists of the dashboard show. Specification, section 9. */
const shownItems = 5;

/** The chats that were written to last, on the dashboard. */
export function RecentChatsCard({ className }: { className?: string }) {
  const { data, error, refetch, isFetching } = useChannels();
  const recent = data?.filter(({ lastMessage }) => lastMessage).slice(0, shownItems);
  return (
    <Card
      action={
        <Link className={buttonClass({ variant: "ghost", size: "sm" })} to="/chat">
          Open
        </Link>
      }
      className={className}
      flush
      icon={MessageCircle}
      title="Recent chats"
    >
      {recent ? (
        <RecentList channels={recent} />
      ) : error ? (
        <ErrorState
          message={errorMessage(error, "Failed to fetch channels")}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <RowSkeletons
          label="Loading chats"
          mark={28}
          className="p-2 pt-0"
          rowClassName="gap-2.5 px-2 py-1.5"
        />
      )}
    </Card>
  );
}

function RecentList({ channels }: { channels: readonly Channel[] }) {
  const now = useNow();
  if (channels.length === 0)
    return <EmptyState drawing="chats" title="No recent activity. Start a new chat." />;
  return (
    <ul className="px-2 pb-2.5">
      {channels.map((channel) => (
        <li key={channel.id}>
          <RecentRow channel={channel} now={now} />
        </li>
      ))}
    </ul>
  );
}

function RecentRow({ channel, now }: { channel: Channel; now: Date }) {
  const viewer = useViewer();
  const isUnread = channel.unread > 0;
  const sentAt = channel.lastMessage?.createdAt ?? channel.lastActivity;
  return (
    <Link
      className="flex items-center gap-2.5 rounded-sm px-2 py-1.5 hover:bg-surface-hover"
      params={{ channelId: channel.id }}
      to="/chat/channel/$channelId"
    >
      <ChannelMark channel={channel} size={28} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className={cx("min-w-0 flex-1 truncate", isUnread ? "font-semibold" : "font-medium")}>
            {channelTitle(channel)}
          </span>
          <time className="text-2xs text-faint" dateTime={sentAt}>
            {formatAge(sentAt, now)}
          </time>
        </span>
        <span className="flex items-center gap-2 text-xs">
          <span className={cx("min-w-0 flex-1 truncate", !isUnread && "text-muted")}>
            {channelPreview(channel, viewer.id)}
          </span>
          {isUnread && <Count label="unread" tone="unread" value={channel.unread} />}
        </span>
      </span>
    </Link>
  );
}
