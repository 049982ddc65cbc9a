import type { Task } from "@atoll/contract/tasks/schemas";
import { findItem } from "../../../capabilities/grouped-list/grouped-list.ts";
import type { PlaceOnBoard } from "../changes/task-act.ts";
import { useShownTasks } from "../changes/task-changes.ts";
import { useFinishing } from "../changes/use-finishing.ts";
import { statusNames } from "../data/task-words.ts";
import { type Board, boards } from "../data/use-board.ts";

/** A board with the viewer's own changes, and the way to move its cards: several are one change with one Undo. */
export function useMoves(board: Board | undefined) {
  const isManual = board?.order.sort === "manual";
  const shown = useShownTasks(boards, board, { isManual });

  const change = useFinishing(board?.groups.flatMap(({ items }) => items) ?? []);
  function move(tasks: readonly Task[], place: PlaceOnBoard): void {
    const [first] = tasks;
    if (!first || !board) return;
    const isOne = tasks.length === 1;
    const column = statusNames[place.status];
    const isSame = shown !== undefined && findItem<Task>(shown, first.id)?.status === place.status;
    change({
      about: tasks.map(({ id }) => id),
      title: isOne ? `“${first.title}”` : `${tasks.length} tasks`,
      said: isOne
        ? `Moved ${isSame ? "within" : "to"} ${column}`
        : `${tasks.length} tasks moved to ${column}`,
      change: { act: "move", ...place, isPlaced: isManual },
    });
  }
  return { board: shown, move };
}
