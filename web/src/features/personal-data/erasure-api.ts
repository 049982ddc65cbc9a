import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import type { PersonErasure } from "@atoll/contract/personal-data/schemas";
import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../lib/server/api-client.ts";

export const erasuresKey = ["administration", "erasures"] as const;

/** How often the progress of an erasure is asked for. */
const progressMs = 2_000;

/** The erasures of people, the newest first, with their progress. */
export function useErasures() {
  return useInfiniteQuery({
    queryKey: erasuresKey,
    queryFn: ({ pageParam, signal }) =>
      call(personalDataRoutes.listErasures, { query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isRunning)) ? progressMs : false,
  });
}

const isRunning = ({ state }: PersonErasure): boolean => state === "running";
