import type { DragSpot } from "../../../ui/drag/places.ts";
import { type Board, findTask } from "../data/board-state.ts";
import { statusNames } from "../data/task-words.ts";

export const dragHint =
  "Space lifts the task, the arrows move it, Space drops it, Escape puts it back. M moves it without lifting.";

/** What is said while somebody moves a card by keys. */
export function dragWords(board: Board) {
  const title = (taskId: string) => findTask(board, taskId)?.title ?? "The task";
  const where = ({ zone, position, total }: DragSpot) => {
    const status = board.columns.find((column) => column.status === zone)?.status;
    return `${status ? statusNames[status] : zone}, place ${position} of ${total}`;
  };
  return {
    lifted: (taskId: string, spot: DragSpot) => `Lifted ${title(taskId)}. ${where(spot)}.`,
    moved: (_taskId: string, spot: DragSpot) => `${where(spot)}.`,
    dropped: (taskId: string, spot: DragSpot) => `${title(taskId)} moved to ${where(spot)}.`,
    cancelled: (taskId: string) => `${title(taskId)} is back where it was.`,
  };
}
