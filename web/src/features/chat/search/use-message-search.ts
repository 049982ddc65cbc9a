import type { MessageHit } from "@atoll/contract/chat/message-lists";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { searchPageSize } from "@atoll/contract/chat/search-routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";

export interface MessageSearch {
  hits: readonly MessageHit[];
  /** The corrected query, if the original found nothing. */
  corrected: string | null;
  isSearching: boolean;
}

const nothing: readonly MessageHit[] = [];

/** Messages by their words, and by the operators. An answer belongs to its query, so a late one replaces nothing. */
export function useMessageSearch(query: string): MessageSearch {
  const { data, error, isFetching } = useQuery({
    queryKey: ["chat", "search messages", query],
    queryFn: ({ signal }) =>
      call(
        chatRoutes.searchMessages,
        {
          query: { query, timeZone: ownTimeZone(), limit: searchPageSize },
        },
        { signal },
      ),
    enabled: query !== "",
    staleTime: 10_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  // Specification, section 8: a failure is logged, and nothing is found.
  useEffect(() => {
    if (error) console.info("Messages could not be searched:", errorMessage(error));
  }, [error]);
  const found = query === "" || error ? undefined : data;
  return { hits: found?.items ?? nothing, corrected: found?.corrected ?? null, isSearching: isFetching };
}
