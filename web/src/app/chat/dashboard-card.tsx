import { canUseChat } from "@atoll/contract/chat/policy";
import type { Channel } from "@atoll/contract/chat/schemas";
import { cardItems } from "@atoll/contract/dashboard/limits";
import { activityText, messageActivity } from "@atoll/contract/dashboard/message-activity";
import { Link } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { type LiveHandlers, refetch } from "../../capabilities/live/follow-query.ts";
import { ChannelMark } from "../../features/chat/channel-list/channel-mark.tsx";
import { channelTitle } from "../../features/chat/channel-list/channel-title.ts";
import { channelPreview } from "../../features/chat/channel-list/preview.ts";
import { useChatRetry } from "../../features/chat/session/chat-provider.tsx";
import { useChannels, useUnreadTotal } from "../../features/chat/session/use-channels.ts";
import { chatKeys } from "../../features/chat/stream/api.ts";
import { CardList, CardRow, rowLink } from "../../features/dashboard/cards/card-list.tsx";
import type { CardBodyProps, DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import {
  changeActivity,
  type Dashboard,
  hasActivity,
  withActivity,
} from "../../features/dashboard/data/dashboard.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import type { SignedIn } from "../../lib/signed-in.ts";
import { formatAge } from "../../lib/time/format-age.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { Count } from "../../ui/badge/count.tsx";
import { cx } from "../../ui/base/cx.ts";
import { lazyPart } from "../../ui/base/lazy-part.ts";
import { buttonClass } from "../../ui/button/button-class.ts";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { ErrorState } from "../../ui/state/error-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { loadFailure } from "../../ui/toast/load-failure.ts";

/** The chats that were written to last, as the browser holds them anyway. Specification, section 2 (Dashboard: cards). */
export const cards: DashboardParts["cards"] = {
  chat: {
    icon: MessageCircle,
    names: { panel: "Chat", card: "Chat" },
    link: { label: "Open", to: "/chat" },
    canHave: canUseChat,
    Body: ChatBody,
    Counts: Unread,
    options: lazyPart(async () => ({ Options: (await import("../dashboard/card-options.tsx")).ChatOptions })),
  },
};

/** New messages are activity immediately. Only what an event does not contain is refetched. */
export function live({ queryClient, viewer }: SignedIn): LiveHandlers<Dashboard> {
  if (!canUseChat(viewer)) return {};
  const find = (channelId: string) =>
    queryClient.getQueryData<readonly Channel[]>(chatKeys.channels)?.find(({ id }) => id === channelId);
  const idOf = (messageId: string) => `message/${messageId}`;
  return {
    "message.posted": (dashboard, { channelId, message }) => {
      const channel = find(channelId);
      if (!channel) return refetch();
      return channel.isMuted ? dashboard : withActivity(dashboard, messageActivity(message, channel));
    },
    "message.edited": (dashboard, { message }) =>
      hasActivity(dashboard, idOf(message.id))
        ? changeActivity(dashboard, (items) =>
            items.map((item) =>
              item.id === idOf(message.id) ? { ...item, text: activityText(message.content) } : item,
            ),
          )
        : dashboard,
    "message.deleted": (dashboard, { message }) =>
      hasActivity(dashboard, idOf(message.id)) ? refetch() : dashboard,
    "channel.added": refetch,
    "channel.updated": refetch,
    "channel.changed": refetch,
    "channel.removed": refetch,
  };
}

type ChatShow = NonNullable<CardBodyProps["options"]["chats"]>;

const shows: Readonly<Record<ChatShow, { isShown: (channel: Channel) => boolean; none: string }>> = {
  recent: {
    isShown: ({ lastMessage }) => lastMessage !== null,
    none: "No recent activity. Start a new chat.",
  },
  unread: { isShown: ({ unread }) => unread > 0, none: "No unread messages." },
  starred: { isShown: ({ isStarred }) => isStarred, none: "No starred chats." },
};

function Unread() {
  const unread = useUnreadTotal();
  return unread > 0 && <Count label="unread" tone="unread" value={unread} />;
}

function ChatBody({ options, onEmpty }: CardBodyProps) {
  const isAllowed = canUseChat(useViewer());
  const retry = useChatRetry();
  if (!isAllowed) return null;
  if (retry) return <ErrorState message={loadFailure} onRetry={retry} />;
  return <RecentChats show={options.chats ?? "recent"} onEmpty={onEmpty} />;
}

function RecentChats({ show, onEmpty }: { show: ChatShow } & Pick<CardBodyProps, "onEmpty">) {
  const { data, error, refetch, isFetching } = useChannels();
  const { isShown, none } = shows[show];
  const now = useNow();
  const isEmpty = data !== undefined && !data.some(isShown);
  const report = useEffectEvent((nothing: boolean) => onEmpty?.(nothing));
  useEffect(() => report(isEmpty), [isEmpty]);
  if (!data)
    return error ? (
      <LoadState query={{ error, isFetching, refetch }} failure="Failed to fetch channels" />
    ) : (
      <RowSkeletons className="p-2 pt-0" label="Loading chats" mark={28} rowClassName="gap-2.5 px-2 py-1.5" />
    );
  const channels = data.filter(isShown).slice(0, cardItems);
  if (channels.length === 0)
    return (
      <EmptyState
        drawing="chats"
        title={none}
        action={
          <Link className={buttonClass({ size: "sm" })} to="/chat">
            Open chat
          </Link>
        }
      />
    );
  return (
    <CardList>
      {channels.map((channel) => (
        <RecentRow key={channel.id} channel={channel} now={now} />
      ))}
    </CardList>
  );
}

function RecentRow({ channel, now }: { channel: Channel; now: Date }) {
  const viewer = useViewer();
  const isUnread = channel.unread > 0;
  const sentAt = channel.lastMessage?.createdAt ?? channel.lastActivity;
  return (
    <CardRow
      mark={<ChannelMark channel={channel} size={28} />}
      title={
        <span className="flex items-center gap-2">
          <Link
            className={cx(rowLink, "min-w-0 flex-1", isUnread ? "font-semibold" : "font-medium")}
            params={{ channelId: channel.id }}
            to="/chat/channel/$channelId"
          >
            {channelTitle(channel)}
          </Link>
          <time className="text-2xs text-faint" dateTime={sentAt}>
            {formatAge(sentAt, now)}
          </time>
        </span>
      }
      note={
        <span className="flex items-center gap-2">
          <span className={cx("min-w-0 flex-1 truncate", isUnread && "text-text")}>
            {channelPreview(channel, viewer.id)}
          </span>
          {isUnread && <Count label="unread" tone="unread" value={channel.unread} />}
        </span>
      }
    />
  );
}
