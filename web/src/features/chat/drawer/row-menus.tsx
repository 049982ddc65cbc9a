import type { Channel } from "@atoll/contract/chat/schemas";
import { Bell, BellOff, CheckCheck, LogOut, Star } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import type { MenuEntry } from "../../../ui/popup/menu-entry.ts";
import { MenuPopup } from "../../../ui/popup/menu-popup.tsx";
import type { MenuStart } from "../../../ui/popup/use-lazy-popup.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { channelTitle } from "../channel-list/channel-title.ts";
import { LeaveQuestion } from "../channels/leave-channel.tsx";
import { usePreferences } from "../channels/preferences/use-preferences.ts";
import { useStar } from "../channels/preferences/use-star.ts";
import { type ChatPlace, homePlace } from "../places/chat-place.ts";
import { useChat } from "../session/chat-provider.tsx";
import { useChannel } from "../session/use-channels.ts";

const holdMs = 500;
/** A finger that moves further scrolls. */
const slackPx = 10;

type OpenMenu = (channelId: string, anchor: HTMLElement, startAt: MenuStart) => void;

/** Listens for every way to open the menu of a chat's row. Returns a function that stops listening. */
function followRowMenus(list: HTMLElement | null, open: OpenMenu): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let finger: { x: number; y: number } | undefined;
  let hasOpened = false;

  function openAt(target: EventTarget | null, startAt: MenuStart): boolean {
    const link = linkAt(target);
    const channelId = link?.dataset.channel;
    if (!link || !channelId) return false;
    open(channelId, link, startAt);
    return true;
  }
  list?.addEventListener(
    "click",
    (event) => {
      const button = event.target instanceof Element && event.target.closest<HTMLElement>("[aria-haspopup]");
      const channelId = button && linkAt(button)?.dataset.channel;
      if (!channelId) return;
      // A press by a key has no clicks to count.
      open(channelId, button, event.detail === 0 ? "first" : "popup");
    },
    { signal },
  );
  list?.addEventListener(
    "contextmenu",
    (event) => {
      const byMouse = event.button === 2;
      clearTimeout(timer);
      const isOpen = finger !== undefined && hasOpened;
      if (!isOpen && !openAt(event.target, byMouse || finger ? "popup" : "first")) return;
      event.preventDefault();
      hasOpened = true;
    },
    { signal },
  );
  // Not every browser of a phone asks for a menu by itself.
  list?.addEventListener(
    "touchstart",
    ({ touches, target }) => {
      end();
      hasOpened = false;
      const [first, ...others] = touches;
      if (!first || others.length > 0 || !linkAt(target)) return;
      finger = { x: first.clientX, y: first.clientY };
      timer = setTimeout(() => {
        hasOpened ||= openAt(target, "popup");
      }, holdMs);
    },
    { signal, passive: true },
  );
  list?.addEventListener(
    "touchmove",
    ({ touches: [now] }) => {
      if (finger && now && Math.hypot(now.clientX - finger.x, now.clientY - finger.y) > slackPx) end();
    },
    { signal, passive: true },
  );
  list?.addEventListener(
    "touchend",
    (event) => {
      end();
      // Otherwise the press would also follow the link.
      if (hasOpened && event.cancelable) event.preventDefault();
    },
    { signal },
  );
  list?.addEventListener("touchcancel", end, { signal });
  function end() {
    clearTimeout(timer);
    finger = undefined;
  }
  return () => {
    end();
    stop.abort();
  };
}

function linkAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  return target.closest("li")?.querySelector<HTMLElement>("[data-channel]") ?? null;
}

export interface RowMenusProps {
  list: RefObject<HTMLElement | null>;
  /** Navigates away when the open chat is left. */
  onGo: (place: ChatPlace) => void;
}

/**
 * A single menu for all chats of the list. It opens next to the row when its button is pressed, on right-click, on a
 * long press, or with the menu key.
 */
export function RowMenus({ list, onGo }: RowMenusProps) {
  const anchor = useRef<HTMLElement | null>(null);
  const [shown, setShown] = useState<{ channelId: string; startAt: MenuStart } | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(
    () =>
      followRowMenus(list.current, (channelId, row, startAt) => {
        anchor.current = row;
        setShown({ channelId, startAt });
        setOpen(true);
      }),
    [list],
  );
  const channel = useChannel(shown?.channelId ?? "");
  if (!shown || !channel) return null;
  return (
    <RowMenu
      key={channel.id}
      channel={channel}
      anchor={anchor}
      startAt={shown.startAt}
      isOpen={isOpen}
      setOpen={setOpen}
      onGo={onGo}
    />
  );
}

interface RowMenuProps extends Pick<RowMenusProps, "onGo"> {
  channel: Channel;
  anchor: RefObject<HTMLElement | null>;
  startAt: MenuStart;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

function RowMenu({ channel, anchor, startAt, isOpen, setOpen, onGo }: RowMenuProps) {
  const { reading, markRead } = useChat();
  const star = useStar();
  const preferences = usePreferences(channel);
  const [isLeaving, setIsLeaving] = useState(false);
  const { id, isMuted, isStarred, unread } = channel;
  const items: MenuEntry[] = [
    {
      label: "Mark as read",
      icon: CheckCheck,
      disabled: unread === 0,
      onSelect() {
        reading.release(id);
        markRead(id);
      },
    },
    {
      label: isStarred ? "Remove star" : "Star",
      icon: Star,
      onSelect: () => star(channel),
    },
    {
      label: isMuted ? "Unmute" : "Mute",
      icon: isMuted ? Bell : BellOff,
      onSelect: () =>
        preferences.mutate(
          { isMuted: !isMuted },
          { onError: (error) => notify.error(errorMessage(error), { id: "mute" }) },
        ),
    },
  ];
  if (channel.type !== "DIRECT" && !channel.followsDepartment)
    items.push("separator", {
      label: "Leave channel",
      icon: LogOut,
      danger: true,
      onSelect: () => setIsLeaving(true),
    });
  return (
    <>
      <MenuPopup
        anchor={anchor}
        label={`About ${channelTitle(channel)}`}
        items={items}
        startAt={startAt}
        open={isOpen}
        onOpenChange={setOpen}
      />
      <LeaveQuestion
        channel={channel}
        open={isLeaving}
        onOpenChange={setIsLeaving}
        onLeft={() => location.pathname.endsWith(id) && onGo(homePlace)}
      />
    </>
  );
}
