import { findNames } from "@atoll/contract/text/find-names";
import { authorName } from "../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../capabilities/people/person-avatar.tsx";
import { useCachedPeople } from "../../capabilities/people/use-cached-people.ts";
import { ChannelMark } from "../../features/chat/channel-list/channel-mark.tsx";
import { channelSubtitle, channelTitle, directPeer } from "../../features/chat/channel-list/channel-title.ts";
import { shownUnread } from "../../features/chat/drawer/drawer-order.ts";
import { placePath } from "../../features/chat/places/chat-place.ts";
import { useOpenDirect } from "../../features/chat/search/use-open-direct.ts";
import { useChannels } from "../../features/chat/session/use-channels.ts";
import { Count } from "../../ui/badge/count.tsx";
import type { Goal } from "../palette/goal.ts";

const maxChats = 8;
const maxPeople = 8;

export interface ChatGoals {
  chats: Goal[];
  /** Without those whose direct chat is among the chats. */
  people: Goal[];
  error: string | null;
  isSearching: boolean;
}

/**
 * Returns chats by name, unread ones first, and cached colleagues, whose direct chat is opened. The server finds the
 * rest, with everything else.
 */
export function useChatGoals(text: string, onGo: (path: string) => void): ChatGoals {
  const { data: channels = [] } = useChannels();
  const colleagues = useCachedPeople(text, maxPeople);
  const direct = useOpenDirect((channelId) => onGo(placePath({ channelId })));
  const inOrder = [...channels].sort((a, b) => Number(shownUnread(b) > 0) - Number(shownUnread(a) > 0));
  const chats = findNames(
    inOrder.map((channel) => ({
      channel,
      label: channelTitle(channel),
      // A group shows first names only.
      also: channel.peers.map(({ name }) => name).join(" "),
    })),
    text,
  ).slice(0, maxChats);
  const peers = new Set(chats.map(({ channel }) => directPeer(channel)?.id));
  return {
    chats: chats.map(({ channel, label }) => {
      const unread = shownUnread(channel);
      return {
        id: channel.id,
        label,
        note: channelSubtitle(channel),
        standsFor: channel.peers.length === 1 ? channel.peers.map(({ id }) => id) : [],
        mark: <ChannelMark channel={channel} size={24} />,
        hint: unread > 0 && <Count value={unread} tone="unread" label="unread" />,
        run: () => onGo(placePath({ channelId: channel.id })),
      };
    }),
    people: colleagues
      .filter(({ id }) => !peers.has(id))
      .map((person) => ({
        id: person.id,
        label: authorName(person),
        note: person.email,
        mark: <PersonAvatar person={person} decorative size={24} />,
        run: () => direct.open(person.id),
      })),
    error: direct.error,
    isSearching: direct.isOpening,
  };
}
