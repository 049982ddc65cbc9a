import type { Channel } from "@atoll/contract/chat/schemas";
import { Compass, ListFilter, SquarePen, UsersRound } from "lucide-react";
import { useRef, useState } from "react";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import type { ChatPlace } from "../places/chat-place.ts";
import { moveFocus } from "../places/move-focus.ts";
import { useChannels } from "../session/use-channels.ts";
import { chatKeys } from "../stream/api.ts";
import { ChannelRow } from "./channel-row.tsx";
import { drawerSections, inHeldOrder, shownUnread } from "./drawer-order.ts";
import { DrawerSection } from "./drawer-section.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { type ListChoice, useListChoices } from "./use-list-choices.ts";

/** Loaded lazily, because menus and resizing are only used after the list is visible. */
const toolsPart = lazyPart(() => import("./drawer-tools.tsx"));

export interface ChatDrawerProps {
  place: ChatPlace;
  className: string;
  /** How wide it is to be from now on, in pixels; nothing: as wide as it is by itself. */
  onWidth: (widthPx: string) => void;
  onGo: (place: ChatPlace) => void;
  onNewChat: () => void;
  onNewGroup: () => void;
  onBrowse: () => void;
}

/** The list of chats. Specification, section 2 (drawer); texts of section 8. */
export function ChatDrawer({
  place,
  className,
  onWidth,
  onGo,
  onNewChat,
  onNewGroup,
  onBrowse,
}: ChatDrawerProps) {
  const { data: channels, error, refetch, isFetching } = useChannels();
  const nav = useRef<HTMLElement>(null);
  const choices = useListChoices();
  const { isGuest } = useSignedIn().viewer;
  const tools = useLazyPart(toolsPart, true, () => undefined);
  const [held, setHeld] = useState<readonly string[] | null>(null);
  /** A chat that was read while the list shows only unread ones stays in it until the pointer leaves. */
  const [kept, setKept] = useState<readonly string[]>([]);
  const isListed = ({ id, ...channel }: Channel) =>
    id === place.channelId || kept.includes(id) || shownUnread(channel) > 0;
  function choose(choice: ListChoice) {
    setKept([]);
    choices.toggle(choice);
  }
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
        {!isGuest && (
          <Button size="sm" icon={UsersRound} onClick={onNewGroup}>
            New group
          </Button>
        )}
        <IconButton
          label="Unread only"
          icon={ListFilter}
          size="sm"
          pressed={choices.has("unread")}
          className="ml-auto"
          onClick={() => choose("unread")}
        />
      </div>
      <nav
        ref={nav}
        aria-label="Chats"
        className="min-h-0 flex-1 overflow-y-auto bg-surface-sunken px-2 pb-3"
        onKeyDown={(event) => moveFocus(event, "a")}
        // Rows do not move under the pointer; the list is sorted when the pointer leaves it.
        onPointerEnter={({ pointerType }) => {
          if (pointerType !== "mouse") return;
          setHeld(channels?.map(({ id }) => id) ?? null);
          setKept(channels?.filter(isListed).map(({ id }) => id) ?? []);
        }}
        onPointerLeave={() => {
          setHeld(null);
          setKept([]);
        }}
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
            has={choices.has}
            isListed={isListed}
            onChoose={choose}
            onGo={onGo}
            onBrowse={onBrowse}
          />
        ) : error ? (
          <LoadState query={{ error, isFetching, refetch }} failure="Failed to fetch channels" />
        ) : (
          <SkeletonRows />
        )}
      </nav>
      {tools && <tools.DrawerTools list={nav} onWidth={onWidth} onGo={onGo} />}
    </div>
  );
}

interface ChannelsProps extends Pick<ChatDrawerProps, "onGo" | "onBrowse"> {
  channels: readonly Channel[];
  channelId: string | null;
  has: (choice: ListChoice) => boolean;
  /** Shown also where most are not: it is open, or something in it is unread. */
  isListed: (channel: Channel) => boolean;
  onChoose: (choice: ListChoice) => void;
}

function Channels({ channels, channelId, has, isListed, onChoose, onGo, onBrowse }: ChannelsProps) {
  const sections = drawerSections(channels);
  const isUnreadOnly = has("unread");
  const { isGuest } = useSignedIn().viewer;
  const browseInWords = !isGuest && (
    <Button size="sm" icon={Compass} className="mx-2 mt-1.5" onClick={onBrowse}>
      Browse channels
    </Button>
  );
  const browse = !isGuest && (
    <IconButton label="Browse channels" icon={Compass} size="xs" className="-my-1.5" onClick={onBrowse} />
  );
  if (channels.length === 0) {
    return (
      <>
        <p className="px-2 pt-4 text-muted text-xs">
          {isGuest
            ? "You are in no channel. Ask the person who invited you to add you to one."
            : "No channels yet. Use the buttons above to start a new chat or group."}
        </p>
        {browseInWords}
      </>
    );
  }
  if (isUnreadOnly && !channels.some(isListed)) {
    return (
      <>
        <p className="px-2 pt-4 text-muted text-xs">No unread messages.</p>
        <Button size="sm" className="mx-2 mt-3" onClick={() => onChoose("unread")}>
          Show all chats
        </Button>
      </>
    );
  }
  return sectionTexts.map(({ section, title, empty }) => {
    const isFolded = has(section);
    const all = sections[section];
    const listed = all.filter(isListed);
    // A person with few channels has most to discover, and does not know the compass yet.
    const isFew = !isFolded && !isUnreadOnly && all.length <= 3;
    if (isUnreadOnly ? listed.length === 0 : all.length === 0 && !empty) return null;
    return (
      <DrawerSection
        key={section}
        title={title}
        count={isUnreadOnly ? listed.length : all.length}
        empty={empty}
        isFolded={isFolded}
        onFold={() => onChoose(section)}
        action={section === "spaces" && !isFew && browse}
        foot={section === "spaces" && isFew && browseInWords}
      >
        {(isFolded || isUnreadOnly ? listed : all).map((channel) => (
          <ChannelRow key={channel.id} channel={channel} isOpen={channel.id === channelId} onGo={onGo} />
        ))}
      </DrawerSection>
    );
  });
}

/** The titles of the sections, and their text when empty. Without one, an empty section is left out. */
const sectionTexts = [
  { section: "starred", title: "Starred", empty: "" },
  { section: "direct", title: "Direct Messages", empty: "No direct messages" },
  { section: "spaces", title: "Spaces", empty: "No channels" },
] as const;

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
