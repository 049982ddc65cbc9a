import type { Channel } from "@atoll/contract/chat/schemas";
import { findNames } from "@atoll/contract/text/find-names";
import { type PeopleSearch, usePeopleSearch } from "../../../capabilities/people/use-people-search.ts";
import { channelTitle } from "../channel-list/channel-title.ts";
import { useChannels } from "../session/use-channels.ts";

/** Specification, section 9: results of each kind. */
const maxResults = 20;
/** The number of suggestions before anything is typed. */
const maxRecent = 8;

/** The people are without those whose chat is among the results. */
export interface ChatSearch extends PeopleSearch {
  chats: readonly Channel[];
}

/** Chats by a part of their name, and people by theirs; without a query, the chats that were used last. */
export function useChatSearch(query: string): ChatSearch {
  const { data: channels = [] } = useChannels();
  const search = usePeopleSearch(query, { max: maxResults, debounceMs: 0 });
  const chats = findNames(channels.map(asNamed), query)
    .slice(0, query === "" ? maxRecent : maxResults)
    .map(({ channel }) => channel);
  const inChats = new Set(
    chats.flatMap(({ peers }) => (peers.length === 1 ? peers.map(({ id }) => id) : [])),
  );
  return { ...search, chats, people: search.people.filter(({ id }) => !inChats.has(id)) };
}

/** A chat of several shows first names only; it is found by their whole ones, too. */
const asNamed = (channel: Channel) => ({
  channel,
  label: channelTitle(channel),
  also: channel.peers.map(({ name }) => name).join(" "),
});
