import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Channel } from "@atoll/contract/chat/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { beforeAt } from "@atoll/contract/text/word-edges";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Callable, CallOfAll } from "../../../capabilities/writing/field/use-suggestions.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { isGroup } from "../channel-list/channel-title.ts";
import { commandIn } from "../commands/answers.ts";
import { useChat } from "../session/chat-provider.tsx";
import { chatKeys } from "../stream/api.ts";

/** Loaded at the first slash, because only commands need it. */
const loadCommands = () => import("../commands/command-list.ts");

const pageSize = 100;
const maxSearches = 5;
const debounceMs = 150;
const firstWord = new RegExp(`(?:^|[^${beforeAt}])@([\\p{L}\\p{N}][^\\s@]+)`, "gu");

/** Returns the people that a text in a channel can mention. */
export function useCallable(channelId: string, channel: Channel | undefined, text: string): Callable {
  const people = useKnownPeople(channelId, text);
  const { isGuest } = useChat().viewer;
  const { data: commands } = useQuery({
    queryKey: ["commands"],
    queryFn: async () => (await loadCommands()).fetchCommands(isGuest === true),
    enabled: text.startsWith("/"),
    staleTime: 60_000,
  });
  // A direct chat of two has nobody else to mention.
  const isForTwo = !channel || (channel.type === "DIRECT" && !isGroup(channel));
  return { people, callsOfAll: isForTwo ? none : callsOfAll, commands };
}

const none: readonly CallOfAll[] = [];
const callsOfAll: readonly CallOfAll[] = [
  { name: "channel", detail: "Everyone in this channel" },
  { name: "here", detail: "Everyone who is here now" },
];

/**
 * Returns the people of a channel that a text may mention: all of them, or in a large channel those whose names start
 * with the words after an @. Fetched once the text contains one.
 */
function useKnownPeople(channelId: string, text: string): readonly Person[] {
  // A command can name any colleague.
  const find = commandIn(text) ? colleaguesQuery : (search: string) => membersQuery(channelId, search);
  const all = useQuery({ ...find(""), enabled: text.includes("@") });
  const isLarge = Boolean(all.data?.nextCursor);
  const settled = useDebounced(text, debounceMs);
  const words = isLarge ? firstWordsOf(settled) : [];
  const searches = useQueries({
    queries: words.map((word) => find(word)),
    combine: (results) => results.flatMap(({ data }) => data?.items ?? []),
  });
  return useMemo(() => {
    const people = new Map([...(all.data?.items ?? []), ...searches].map((person) => [person.id, person]));
    return [...people.values()];
  }, [all.data, searches]);
}

function colleaguesQuery(search: string): PeopleQuery {
  return {
    queryKey: ["people", "for commands", search],
    queryFn: async ({ signal }) => (await loadCommands()).findColleagues(search, signal),
    staleTime: 60_000,
  };
}

interface PeopleQuery {
  queryKey: readonly unknown[];
  queryFn: (context: {
    signal: AbortSignal;
  }) => Promise<{ items: readonly Person[]; nextCursor: string | null }>;
  staleTime: number;
}

function membersQuery(channelId: string, search: string): PeopleQuery {
  return {
    queryKey: chatKeys.members(channelId, search),
    queryFn: ({ signal }) =>
      call(chatRoutes.listMembers, { params: { channelId }, query: { search, limit: pageSize } }, { signal }),
    staleTime: 60_000,
  };
}

function firstWordsOf(text: string): string[] {
  const words = [...text.matchAll(firstWord)].map(([, word = ""]) => word.toLowerCase());
  return [...new Set(words)].filter((word) => word !== "channel" && word !== "here").slice(-maxSearches);
}
