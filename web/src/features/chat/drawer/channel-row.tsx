import type { Channel } from "@atoll/contract/chat/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { BellOff, Ellipsis, Star } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import { FormerColleague } from "../../../capabilities/people/former-colleague.tsx";
import { PresenceWord } from "../../../capabilities/people/presence-word.tsx";
import { PresentAvatar } from "../../../capabilities/people/present-avatar.tsx";
import { counted } from "../../../lib/counted.ts";
import { savesData } from "../../../lib/page/save-data.ts";
import { Count } from "../../../ui/badge/count.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { ChannelSign } from "../channel-list/channel-mark.tsx";
import { channelTitle, directPeer, isWithFormer } from "../channel-list/channel-title.ts";
import { calls } from "../channel-list/unread-mentions.ts";
import { useStar } from "../channels/preferences/use-star.ts";
import { useChat } from "../session/chat-provider.tsx";
import { shownUnread } from "./drawer-order.ts";
import { LazyDraftMark } from "./lazy-draft-mark.tsx";
import { PlaceRow, type PlaceRowProps } from "./place-row.tsx";

/** A pointer that only passes over asks for nothing. */
const dwellMs = 60;

/** For a link to a channel: its messages are asked for when a pointer rests on it or begins to press it. */
function usePrefetchChannel(channelId: string) {
  const queryClient = useQueryClient();
  const { streams, ahead } = useChat();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  function fetchNow() {
    stop();
    return queryClient.prefetchQuery(streams.query(channelId));
  }
  return {
    onPointerEnter() {
      stop();
      if (savesData()) return;
      timer.current = setTimeout(fetchNow, dwellMs);
    },
    onPointerLeave: stop,
    async onPointerDown() {
      await fetchNow();
      if (streams.get(channelId)) ahead.press(channelId);
    },
  };
}

export type ChannelRowProps = Pick<PlaceRowProps, "isOpen" | "onGo"> & { channel: Channel };

/**
 * A chat in the drawer. A muted one shows no count unless it mentions the viewer. There may be hundreds, so a row only
 * renders when its chat changes or is opened or left. Its link does not depend on when it was rendered.
 */
export const ChannelRow = memo(ChannelRowView, (a, b) => a.channel === b.channel && a.isOpen === b.isOpen);

function ChannelRowView({ channel, isOpen, onGo }: ChannelRowProps) {
  const prefetch = usePrefetchChannel(channel.id);
  const title = channelTitle(channel);
  const { isMuted } = channel;
  const shown = shownUnread(channel);
  const peer = directPeer(channel);
  return (
    <PlaceRow
      place={{ channelId: channel.id }}
      isOpen={isOpen}
      isTabStop={isOpen}
      onGo={onGo}
      linkHandlers={prefetch}
      title={title}
      isNew={shown > 0 || channel.addedBy !== null}
      mark={
        peer ? (
          <PresentAvatar userId={peer.id} picture={peer.avatar} name={title} size={20} />
        ) : (
          <ChannelSign channel={channel} className="size-3.5" />
        )
      }
      note={
        <>
          {peer && <PresenceWord userId={peer.id} />}
          {isWithFormer(channel) && <FormerColleague />}
          {channel.archivedAt !== null && (
            <span className="flex-none font-regular text-2xs text-faint">archived</span>
          )}
          {!isOpen && <LazyDraftMark channelId={channel.id} />}
          {isMuted && (
            <>
              <BellOff className="size-3 flex-none text-faint" aria-hidden="true" />
              <span className="sr-only">muted</span>
            </>
          )}
          {shown > 0 && <Unread count={shown} mentions={calls(channel)} />}
        </>
      }
      action={
        <>
          <StarButton channel={channel} title={title} />
          {/* What it opens comes from `row-menus.tsx`, one for all rows. */}
          <button
            type="button"
            tabIndex={-1}
            aria-haspopup="menu"
            aria-label={`More about ${title}`}
            className={cx(action, onlyThen)}
          >
            <Ellipsis className="size-3.5" aria-hidden="true" />
          </button>
        </>
      }
    />
  );
}

/** The unread count in coral, stronger for mentions. */
function Unread({ count, mentions }: { count: number; mentions: number }) {
  if (mentions === 0) return <Count value={count} tone="unread" label="unread" />;
  const called = counted(mentions, "mention");
  return <Count value={count} tone="bell" label={`unread, ${called}`} />;
}

/** Always visible on a starred chat, and on others while the row is hovered or focused. */
function StarButton({ channel, title }: { channel: Channel; title: string }) {
  const star = useStar();
  const { isStarred } = channel;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={isStarred}
      aria-label={`Star ${title}`}
      onClick={() => star(channel)}
      className={cx(action, isStarred ? "mx-1 w-6 text-highlight-bright max-md:w-11" : onlyThen)}
    >
      <Star className={cx("size-3.5", isStarred && "fill-current")} aria-hidden="true" />
    </button>
  );
}

const action =
  "grid h-6 flex-none place-items-center overflow-hidden rounded-xs hover:bg-surface-active max-md:h-11";
const onlyThen =
  "mr-1 w-0 text-faint opacity-0 focus-visible:w-6 focus-visible:opacity-100 " +
  "group-has-focus-visible:w-6 group-has-focus-visible:opacity-100 aria-expanded:w-6 aria-expanded:opacity-100 " +
  "md:group-hover:w-6 md:group-hover:opacity-100";
