import type { Channel } from "@atoll/contract/chat/schemas";
import { Compass, SquarePen, UsersRound } from "lucide-react";
import { useState } from "react";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { errorMessage } from "../../../lib/api-client.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import type { ChatPlace } from "../places/chat-place.ts";
import { moveFocus } from "../places/move-focus.ts";
import { useChannels } from "../session/use-channels.ts";
import { chatKeys } from "../stream/api.ts";
import { ChannelRow } from "./channel-row.tsx";
import { drawerSections, inHeldOrder } from "./drawer-order.ts";
import { DrawerSection } from "./drawer-section.tsx";
import { Shortcuts } from "./shortcuts.tsx";

export interface ChatDrawerProps {
  place: ChatPlace;
  className: string;
  onGo: (place: ChatPlace) => void;
  onNewChat: () => void;
  onNewGroup: () => void;
  onBrowse: () => void;
}

/** The list of chats. Specification, section 2 (drawer); texts of section 8. */
export function ChatDrawer({ place, className, onGo, onNewChat, onNewGroup, onBrowse }: ChatDrawerProps) {
  const { data: channels, error, refetch, isFetching } = useChannels();
  const [held, setHeld] = useState<readonly string[] | null>(null);
  return (
    <div
      className={cx(
        "flex min-h-0 flex-col overflow-hidden bg-surface-sunken md:col-start-1 md:row-span-2 md:row-start-1 md:w-chat-drawer md:border-r",
        className,
      )}
    >
      {/* On phones the list is a screen of its own. */}
      <h1 className="sr-only md:hidden">Chats</h1>
      <div className="flex gap-2 px-3 pt-2.5 pb-1.5">
        <Button size="sm" icon={SquarePen} onClick={onNewChat}>
          New chat
        </Button>
        <Button size="sm" icon={UsersRound} onClick={onNewGroup}>
          New group
        </Button>
      </div>
      <nav
        aria-label="Chats"
        className="min-h-0 flex-1 overflow-y-auto bg-surface-sunken px-2 pb-3"
        onKeyDown={(event) => moveFocus(event, "a")}
        // What one is about to press stays where it is; the list is sorted when the pointer leaves it.
        onPointerEnter={({ pointerType }) =>
          pointerType === "mouse" && setHeld(channels?.map(({ id }) => id) ?? null)
        }
        onPointerLeave={() => setHeld(null)}
      >
        <Shortcuts
          place={place}
          isTabStop={!channels?.some(({ id }) => id === place.channelId)}
          onGo={onGo}
        />
        <AsOf className="px-2 pt-2" queryKey={chatKeys.channels} />
        {channels ? (
          <Channels
            channels={inHeldOrder(channels, held)}
            channelId={place.channelId}
            onGo={onGo}
            onBrowse={onBrowse}
          />
        ) : error ? (
          <ErrorState
            message={errorMessage(error, "Failed to fetch channels")}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows />
        )}
      </nav>
    </div>
  );
}

interface ChannelsProps {
  channels: readonly Channel[];
  channelId: string | null;
  onGo: (place: ChatPlace) => void;
  onBrowse: () => void;
}

function Channels({ channels, channelId, onGo, onBrowse }: ChannelsProps) {
  const { starred, direct, spaces } = drawerSections(channels);
  const row = (channel: Channel) => (
    <ChannelRow key={channel.id} channel={channel} isOpen={channel.id === channelId} onGo={onGo} />
  );
  const browse = (
    <IconButton label="Browse channels" icon={Compass} size="xs" className="-my-1.5" onClick={onBrowse} />
  );
  if (channels.length === 0) {
    return (
      <>
        <p className="px-2 pt-4 text-muted text-xs">
          No channels yet. Use the buttons above to start a new chat or group.
        </p>
        <Button size="sm" icon={Compass} className="mx-2 mt-3" onClick={onBrowse}>
          Browse channels
        </Button>
      </>
    );
  }
  return (
    <>
      {starred.length > 0 && (
        <DrawerSection title="Starred" count={starred.length}>
          {starred.map(row)}
        </DrawerSection>
      )}
      <DrawerSection title="Direct Messages" count={direct.length} empty="No direct messages">
        {direct.map(row)}
      </DrawerSection>
      <DrawerSection title="Spaces" count={spaces.length} empty="No channels" action={browse}>
        {spaces.map(row)}
      </DrawerSection>
    </>
  );
}

function SkeletonRows() {
  return (
    <SkeletonGroup label="Loading chats" className="flex flex-col gap-4 px-2 pt-5">
      {["62%", "48%", "70%", "54%", "40%", "66%", "58%", "46%"].map((width) => (
        <span key={width} className="flex items-center gap-2.5">
          <Skeleton width={20} height={20} round />
          <Skeleton width={width} />
        </span>
      ))}
    </SkeletonGroup>
  );
}
