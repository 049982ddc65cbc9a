import { findItem } from "../../../capabilities/grouped-list/grouped-list.ts";
import type { DragSpot } from "../../../ui/drag/places.ts";
import { statusNames } from "../data/task-words.ts";
import type { Board } from "../data/use-board.ts";

export const dragHint =
  "Space lifts the task, the arrows move it, Space drops it, Escape puts it back. M moves it without lifting.";

/** The announcements during a move by keyboard. */
export function dragWords(board: Board, countOf: (taskId: string) => number) {
  const title = (taskId: string) => findItem(board, taskId)?.title ?? "The task";
  const what = (taskId: string) => (countOf(taskId) > 1 ? `${countOf(taskId)} tasks` : title(taskId));
  const isManual = board.order.sort === "manual";
  const where = ({ zone, position, total }: DragSpot) => {
    const status = board.groups.find((column) => column.status === zone)?.status;
    const name = status ? statusNames[status] : zone;
    return isManual ? `${name}, place ${position} of ${total}` : name;
  };
  return {
    lifted: (taskId: string, spot: DragSpot) => `Lifted ${what(taskId)}. ${where(spot)}.`,
    moved: (_taskId: string, spot: DragSpot) => `${where(spot)}.`,
    dropped: (taskId: string, spot: DragSpot) => `${what(taskId)} moved to ${where(spot)}.`,
    cancelled: (taskId: string) =>
      countOf(taskId) > 1
        ? `${what(taskId)} are back where they were.`
        : `${title(taskId)} is back where it was.`,
  };
}
