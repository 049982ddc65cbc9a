import type { Task } from "@atoll/contract/tasks/schemas";
import { useEffect } from "react";
import type { DragPlace } from "../../../ui/drag/places.ts";
import { type Drag, useDrag } from "../../../ui/drag/use-drag.ts";
import { type Board, findTask, type PlaceOnBoard } from "../data/board-state.ts";
import { dragWords } from "./drag-words.ts";

/** Cards that are dragged over a board, and the task that is held as it was when it was last seen. */
export function useBoardDrag(
  board: Board,
  onMove: (task: Task, place: PlaceOnBoard) => void,
): { drag: Drag; heldTask: Task | undefined } {
  const drag = useDrag({
    say: dragWords(board),
    onDrop(taskId, place) {
      const task = findTask(board, taskId);
      const to = placeOnBoard(board, taskId, place);
      if (task && to) onMove(task, to);
    },
  });
  const { held, control } = drag;
  const heldTask = held && findTask(board, held.id);
  // Somebody deleted it, or took it out of sight.
  const isLost = held !== undefined && heldTask === undefined;
  useEffect(() => {
    if (isLost) control.cancel();
  }, [isLost, control]);
  return { drag, heldTask };
}

/** On the tab of a column one drops a card at its top. */
function placeOnBoard(
  board: Board,
  taskId: string,
  { zone, after, before }: DragPlace,
): PlaceOnBoard | undefined {
  const column = board.columns.find(({ status }) => status === zone);
  if (!column) return undefined;
  const first = column.items.find(({ id }) => id !== taskId);
  const isNowhere = after === null && before === null;
  return { status: column.status, after, before: isNowhere ? (first?.id ?? null) : before };
}
