import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Member } from "@atoll/contract/chat/schemas";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../../lib/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { chatKeys } from "../api.ts";

const pageSize = 100;
const maxSearches = 5;
const debounceMs = 150;
const firstWord = /(?:^|[^\p{L}\p{N}_@])@([\p{L}\p{N}][^\s@]+)/gu;

/**
 * The people of a channel that a text may call: all of them, or in a large channel those whose names begin as the
 * words after its @ do. Asked for once there is an @ in it.
 */
export function useKnownPeople(channelId: string, text: string): readonly Member[] {
  const all = useQuery({ ...membersQuery(channelId, ""), enabled: text.includes("@") });
  const isLarge = (all.data?.total ?? 0) > pageSize;
  const settled = useDebounced(text, debounceMs);
  const words = isLarge ? firstWordsOf(settled) : [];
  const searches = useQueries({
    queries: words.map((word) => membersQuery(channelId, word)),
    combine: (results) => results.flatMap(({ data }) => data?.members ?? []),
  });
  return useMemo(() => {
    const people = new Map([...(all.data?.members ?? []), ...searches].map((person) => [person.id, person]));
    return [...people.values()];
  }, [all.data, searches]);
}

function membersQuery(channelId: string, search: string) {
  return {
    queryKey: chatKeys.members(channelId, search),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(chatRoutes.listMembers, { params: { channelId }, query: { search, limit: pageSize } }, { signal }),
    staleTime: 60_000,
  };
}

function firstWordsOf(text: string): string[] {
  const words = [...text.matchAll(firstWord)].map(([, word = ""]) => word.toLowerCase());
  return [...new Set(words)].filter((word) => word !== "channel" && word !== "here").slice(-maxSearches);
}
