import type { Task } from "@atoll/contract/tasks/schemas";
import { findItem } from "../../../capabilities/grouped-list/grouped-list.ts";
import type { DragPlace } from "../../../ui/drag/places.ts";
import { type Drag, useDrag, useDragged } from "../../../ui/drag/use-drag.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import type { PlaceOnBoard } from "../changes/task-act.ts";
import { sortNames } from "../data/task-words.ts";
import type { Board } from "../data/use-board.ts";
import { dragWords } from "./drag-words.ts";

export interface BoardDragOptions {
  board: Board;
  /** Those that go along when one of them is dragged. */
  chosen: ReadonlySet<string>;
  onMove: (tasks: readonly Task[], place: PlaceOnBoard) => void;
  /** Shows the columns in the order that people make by moving cards. */
  onManual: () => void;
}

/** Cards that are dragged over a board, and the task that is held as it was when it was last seen. */
export function useBoardDrag({ board, chosen, onMove, onManual }: BoardDragOptions): {
  drag: Drag;
  heldTask: Task | undefined;
} {
  const along = (taskId: string): ReadonlySet<string> => (chosen.has(taskId) ? chosen : new Set([taskId]));
  const drag = useDrag({
    along,
    say: dragWords(board, along),
    onDrop(taskId, place) {
      const to = placeOnBoard(board, along(taskId), place);
      if (to) onMove(tasksInOrder(board, along(taskId)), to);
    },
    onStay() {
      const by = sortNames[board.order.sort].toLowerCase();
      notify.info(`This column is sorted by ${by}, so a task has no other place in it.`, {
        id: "task-moved",
        action: { label: "Manual", onClick: onManual },
      });
    },
  });
  return { drag, heldTask: useDragged(drag, (id) => findItem<Task>(board, id)) };
}

/** As the board shows them, column by column. */
export function tasksInOrder({ groups }: Board, taskIds: ReadonlySet<string>): Task[] {
  return groups.flatMap(({ items }) => items.filter(({ id }) => taskIds.has(id)));
}

/** On the tab of a column one drops a card at its top. */
function placeOnBoard(
  board: Board,
  carried: ReadonlySet<string>,
  { zone, after, before }: DragPlace,
): PlaceOnBoard | undefined {
  const column = board.groups.find(({ status }) => status === zone);
  if (!column) return undefined;
  const first = column.items.find(({ id }) => !carried.has(id));
  const isNowhere = after === null && before === null;
  return { status: column.status, after, before: isNowhere ? (first?.id ?? null) : before };
}
