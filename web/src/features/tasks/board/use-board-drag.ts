import type { Task } from "@atoll/contract/tasks/schemas";
import { findItem } from "../../../capabilities/grouped-list/grouped-list.ts";
import { dragWords as wordsOf } from "../../../ui/board/drag-words.ts";
import type { DragPlace, DragSpot } from "../../../ui/drag/places.ts";
import { type Drag, useDrag, useDragged } from "../../../ui/drag/use-drag.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import type { PlaceOnBoard } from "../changes/task-act.ts";
import { sortInSentence } from "../data/task-words.ts";
import type { Board } from "../data/use-board.ts";
import { stateKey, stateName } from "../data/use-task-states.ts";

export interface BoardDragOptions {
  board: Board;
  /** Those that go along when one of them is dragged. */
  chosen: ReadonlySet<string>;
  onMove: (tasks: readonly Task[], place: PlaceOnBoard) => void;
  /** Shows the columns in the order that people make by moving cards. */
  onManual: () => void;
}

/** Cards that are dragged over a board, and the task that is dragged as it was when it was last seen. */
export function useBoardDrag({ board, chosen, onMove, onManual }: BoardDragOptions): {
  drag: Drag;
  draggedTask: Task | undefined;
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
      const by = sortInSentence(board.order.sort);
      notify.info(`This column is sorted by ${by}, so a task has no other place in it.`, {
        id: "task-moved",
        action: { label: "Manual", onClick: onManual },
      });
    },
  });
  return { drag, draggedTask: useDragged(drag, (id) => findItem<Task>(board, id)) };
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
  const column = board.groups.find((one) => stateKey(one) === zone);
  if (!column) return undefined;
  const first = column.items.find(({ id }) => !carried.has(id));
  const isNowhere = after === null && before === null;
  const { status, state } = column;
  return { status, ...(state && { state }), after, before: isNowhere ? (first?.id ?? null) : before };
}

/** The announcements during a move by keyboard. */
export function dragWords(board: Board, along: (taskId: string) => ReadonlySet<string>) {
  const countOf = (taskId: string) => along(taskId).size;
  const title = (taskId: string) => findItem(board, taskId)?.title ?? "The task";
  const what = (taskId: string) => (countOf(taskId) > 1 ? `${countOf(taskId)} tasks` : title(taskId));
  const isManual = board.order.sort === "manual";
  /** The total is the column's own: the page may show only its tab, or the first of its cards. */
  const where = (taskId: string, { zone, position }: DragSpot) => {
    const column = board.groups.find((one) => stateKey(one) === zone);
    if (!column) return zone;
    const others = column.total - column.items.filter(({ id }) => along(taskId).has(id)).length;
    const name = stateName(column);
    return isManual ? `${name}, place ${position} of ${others + 1}` : name;
  };
  const words = wordsOf(what, where);
  return {
    ...words,
    cancelled: (taskId: string) =>
      countOf(taskId) > 1 ? `${what(taskId)} are back where they were.` : words.cancelled(taskId),
  };
}
