import type { Board, ListedBoard } from "@atoll/contract/brainstorm/schemas";
import { type LiveHandlers, lookAgain, lookAgainInTime } from "../../../capabilities/live/follow-query.ts";
import type { CachedPages } from "../../../capabilities/live/use-pages.ts";
import type { ShownBoards } from "./filter.ts";

type Held = CachedPages<ListedBoard>;

function changeItems(held: Held, change: (items: readonly ListedBoard[]) => readonly ListedBoard[]): Held {
  return { ...held, pages: held.pages.map((page) => ({ ...page, items: [...change(page.items)] })) };
}

/** Whether a board is one of a list, as far as the browser can tell. */
function isShown(shown: ShownBoards, board: Board, viewerId: string): boolean {
  return (
    board.isArchived === (shown.scope === "archived") &&
    (shown.scope !== "mine" || board.owner.id === viewerId) &&
    (shown.departmentId === "" || board.department?.id === shown.departmentId)
  );
}

/**
 * Applies events to a list of boards. A change moves no card: the next fetch sorts again, so that nothing jumps away
 * under a finger.
 */
export function listEvents(shown: ShownBoards, viewerId: string): LiveHandlers<Held> {
  return {
    "board.changed"(held, { board }) {
      const there = held.pages.flatMap(({ items }) => items).find(({ id }) => id === board.id);
      if (!there) return isShown(shown, board, viewerId) ? lookAgainInTime() : held;
      if (board.version < there.version) return held;
      return changeItems(held, (items) =>
        items
          .map((one) => (one.id === board.id ? { ...one, ...board } : one))
          .filter((one) => one.id !== board.id || isShown(shown, one, viewerId)),
      );
    },
    "board.gone": (held, { boardId }) =>
      changeItems(held, (items) => items.filter(({ id }) => id !== boardId)),
    "board.starred"(held, { boardId, isStarred }) {
      if (shown.scope === "starred") return lookAgain();
      return changeItems(held, (items) =>
        items.map((one) => (one.id === boardId ? { ...one, isStarred } : one)),
      );
    },
    // Somebody who joins a department or leaves one reads other boards.
    "viewer.changed": lookAgain,
  };
}
