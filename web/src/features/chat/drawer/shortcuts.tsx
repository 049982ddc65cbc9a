import { AtSign, Bookmark, House, MessagesSquare, Star } from "lucide-react";
import { Count } from "../../../ui/badge/count.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { unreadMentions } from "../channel-list/unread-mentions.ts";
import { type ChatPlace, type ChatView, homePlace } from "../places/chat-place.ts";
import { useChannels, useUnreadThreads } from "../session/use-channels.ts";
import { DrawerSection } from "./drawer-section.tsx";
import { PlaceRow } from "./place-row.tsx";

export interface ShortcutsProps {
  place: ChatPlace;
  /** No chat's row is in the list that Tab could reach. */
  isTabStop: boolean;
  onGo: (place: ChatPlace) => void;
}

const views: readonly { view: ChatView; title: string; icon: IconType }[] = [
  { view: "mentions", title: "Mentions", icon: AtSign },
  { view: "starred", title: "Starred", icon: Star },
  { view: "threads", title: "Threads", icon: MessagesSquare },
  { view: "saved", title: "Saved", icon: Bookmark },
];

/** Home, and the lists that go across channels. Specification, section 2 (drawer). */
export function Shortcuts({ place, isTabStop, onGo }: ShortcutsProps) {
  const { data: channels = [] } = useChannels();
  const counts = { mentions: unreadMentions(channels), threads: useUnreadThreads(), starred: 0, saved: 0 };
  const isHome = place.channelId === null && !place.view;
  return (
    <DrawerSection title="Shortcuts">
      <PlaceRow
        place={homePlace}
        isOpen={isHome}
        isTabStop={isHome || (isTabStop && !place.view)}
        onGo={onGo}
        mark={<House className="size-4" aria-hidden="true" />}
        title="Home"
      />
      {views.map(({ view, title, icon: Icon }) => (
        <PlaceRow
          key={view}
          place={{ channelId: null, view }}
          isOpen={place.view === view}
          isTabStop={place.view === view}
          onGo={onGo}
          mark={<Icon className="size-4" />}
          title={title}
          isNew={counts[view] > 0}
          note={
            counts[view] > 0 && (
              <Count value={counts[view]} tone={view === "mentions" ? "bell" : "unread"} label="unread" />
            )
          }
        />
      ))}
    </DrawerSection>
  );
}
