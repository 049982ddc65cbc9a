import { brainstormRoutes as routes } from "@atoll/contract/brainstorm/routes";
import type { Board, ListedBoard } from "@atoll/contract/brainstorm/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { type LiveHandlers, refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { type CachedPages, usePages } from "../../../capabilities/live/use-pages.ts";
import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { queryOf, type ShownBoards } from "./filter.ts";

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

/** Says why something could not be done with a board. */
function failureToast(error: unknown): void {
  notify.error(errorMessage(error, "Failed to change the board"));
}

type Cached = CachedPages<ListedBoard>;

function changeItems(
  cached: Cached,
  change: (items: readonly ListedBoard[]) => readonly ListedBoard[],
): Cached {
  return { ...cached, pages: cached.pages.map((page) => ({ ...page, items: [...change(page.items)] })) };
}

/** Whether a board is one of a list, as far as the browser can tell. */
function isShown(shown: ShownBoards, board: Board, viewerId: string): boolean {
  return (
    board.isArchived === (shown.scope === "archived") &&
    (shown.scope !== "mine" || board.owner.id === viewerId) &&
    (shown.departmentId === undefined || board.department?.id === shown.departmentId)
  );
}

/**
 * Applies events to a list of boards. A change moves no card: the next fetch sorts again, so that nothing jumps away
 * under a finger.
 */
function listEvents(shown: ShownBoards, viewerId: string): LiveHandlers<Cached> {
  return {
    "board.changed"(cached, { board }) {
      const there = cached.pages.flatMap(({ items }) => items).find(({ id }) => id === board.id);
      if (!there) return isShown(shown, board, viewerId) ? refetchSpread() : cached;
      if (board.version < there.version) return cached;
      return changeItems(cached, (items) =>
        items
          .map((one) => (one.id === board.id ? { ...one, ...board } : one))
          .filter((one) => one.id !== board.id || isShown(shown, one, viewerId)),
      );
    },
    "board.gone": (cached, { boardId }) =>
      changeItems(cached, (items) => items.filter(({ id }) => id !== boardId)),
    "board.starred"(cached, { boardId, isStarred }) {
      if (shown.scope === "starred") return refetch();
      return changeItems(cached, (items) =>
        items.map((one) => (one.id === boardId ? { ...one, isStarred } : one)),
      );
    },
    // Somebody who joins a department or leaves one reads other boards.
    "viewer.changed": refetch,
  };
}
