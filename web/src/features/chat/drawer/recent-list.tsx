import type { Channel } from "@atoll/contract/chat/schemas";
import { type ReactNode, useCallback, useState } from "react";
import { FormerColleague } from "../../../capabilities/people/former-colleague.tsx";
import { observe } from "../../../capabilities/people/on-screen.ts";
import { PresenceWord } from "../../../capabilities/people/presence-word.tsx";
import { formatAge } from "../../../lib/time/format-age.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Count } from "../../../ui/badge/count.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { ChannelMark } from "../channel-list/channel-mark.tsx";
import { channelTitle, directPeer, isWithFormer } from "../channel-list/channel-title.ts";
import { channelPreview } from "../channel-list/preview.ts";
import type { ChatPlace } from "../places/chat-place.ts";
import { moveFocus } from "../places/move-focus.ts";
import { PlaceLink } from "../places/place-link.tsx";
import { useChat } from "../session/chat-provider.tsx";
import { useChannels } from "../session/use-channels.ts";
import { shownUnread } from "./drawer-order.ts";
import { LazyDraftMark } from "./lazy-draft-mark.tsx";

const card = "divide-y overflow-hidden rounded-lg border bg-surface-raised shadow-1";

/** There may be hundreds of rows, and most are never seen: more are rendered when this many remain. */
const rowsAtOnce = 30;
const rowsLeft = 10;

export interface RecentListProps {
  isListed: (channel: Channel) => boolean;
  /** Shown if there are no rows. */
  empty: ReactNode;
  onGo: (place: ChatPlace) => void;
}

/** The viewer's chats, or some of them, each with its last message. */
export function RecentList({ isListed, empty, onGo }: RecentListProps) {
  const { data: channels, error, refetch, isFetching } = useChannels();
  const listed = channels?.filter(isListed);
  if (listed) return listed.length > 0 ? <Rows channels={listed} onGo={onGo} /> : empty;
  if (!error)
    return <RowSkeletons label="Loading chats" mark={36} className={card} rowClassName="px-4 py-[11px]" />;
  return <LoadState query={{ error, isFetching, refetch }} failure="Failed to fetch channels" />;
}

function Rows({ channels, onGo }: { channels: readonly Channel[]; onGo: (place: ChatPlace) => void }) {
  const now = useNow();
  const [shown, setShown] = useState(rowsAtOnce);
  const nearEnd = useCallback(
    (row: Element | null) =>
      row ? observe(row, (isSeen) => isSeen && setShown((count) => count + rowsAtOnce)) : undefined,
    [],
  );
  return (
    <ul className={card} onKeyDown={(event) => moveFocus(event, "a")}>
      {channels.slice(0, shown).map((channel, index) => (
        <li key={channel.id} ref={index === shown - rowsLeft ? nearEnd : null}>
          <RecentRow channel={channel} now={now} onGo={onGo} />
        </li>
      ))}
    </ul>
  );
}

interface RecentRowProps {
  channel: Channel;
  now: Date;
  onGo: (place: ChatPlace) => void;
}

function RecentRow({ channel, now, onGo }: RecentRowProps) {
  const { viewer } = useChat();
  const unread = shownUnread(channel);
  const isUnread = unread > 0;
  const peer = directPeer(channel);
  const sentAt = channel.lastMessage?.createdAt ?? channel.lastActivity;
  return (
    <PlaceLink
      place={{ channelId: channel.id }}
      onGo={onGo}
      className="flex items-center gap-3 px-4 py-[9px] outline-offset-[-2px] hover:bg-surface-hover"
    >
      <ChannelMark channel={channel} size={36} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="flex min-w-0 flex-1 items-baseline gap-2">
            <span className={cx("min-w-0 truncate", isUnread ? "font-semibold" : "font-medium")}>
              {channelTitle(channel)}
              {peer && <PresenceWord userId={peer.id} />}
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
          <LazyDraftMark channelId={channel.id} />
          {isUnread && <Count value={unread} tone="unread" label="unread" />}
        </span>
      </span>
    </PlaceLink>
  );
}
