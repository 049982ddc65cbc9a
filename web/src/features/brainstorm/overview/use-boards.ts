import { brainstormRoutes as routes } from "@atoll/contract/brainstorm/routes";
import type { ListedBoard } from "@atoll/contract/brainstorm/schemas";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { failureToast } from "./failure-toast.ts";
import { queryOf, type ShownBoards } from "./filter.ts";
import { listEvents } from "./list-events.ts";

const all = ["brainstorm", "list"] as const;
const seenKinds: readonly SeenKind[] = [{ name: "brainstorm/lists", queryKey: all, newest: 6 }];
/** The lists that open without a connection: those that were looked at last. */
const seenInBoards = () => seenKinds;
export const listKey = (shown: ShownBoards) => [...all, queryOf(shown)] as const;
const idOf = ({ id }: { id: string }) => id;

/** A list of boards, kept equal to the server's. */
export function useBoards(shown: ShownBoards) {
  useKeptSeen(seenInBoards);
  const { id: viewerId } = useViewer();
  const query = queryOf(shown);
  return usePages<ListedBoard>({
    queryKey: listKey(shown),
    fetchPage: (cursor, options) => call(routes.listBoards, { query: { ...query, cursor } }, options),
    keyOf: idOf,
    on: listEvents(shown, viewerId),
    keepsPrevious: true,
  });
}

/** Gives a board the viewer's star, or takes it away. Open lists hear of it by its event. */
export function useStar(): (board: Pick<ListedBoard, "id" | "isStarred">) => Promise<void> {
  const queryClient = useQueryClient();
  return async ({ id, isStarred }) => {
    try {
      await call(routes.starBoard, { params: { boardId: id }, body: { isStarred: !isStarred } });
    } catch (error) {
      failureToast(error);
    }
    // Also those that are closed.
    void queryClient.invalidateQueries({ queryKey: all });
  };
}

/** As many as the server names at once. */
const mostDepartments = 100;

/** Every department, by name; none until they are known. */
export function useAllDepartments() {
  return (
    useQuery({
      queryKey: ["departments", "all"],
      queryFn: ({ signal }) =>
        call(peopleRoutes.searchDepartments, { query: { limit: mostDepartments } }, { signal }),
      staleTime: 5 * 60_000,
    }).data?.departments ?? []
  );
}
