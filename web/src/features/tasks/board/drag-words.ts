import { findItem } from "../../../capabilities/grouped-list/grouped-list.ts";
import type { DragSpot } from "../../../ui/drag/places.ts";
import { statusNames } from "../data/task-words.ts";
import type { Board } from "../data/use-board.ts";

export const dragHint =
  "Space lifts the task, the arrows move it, Space drops it, Escape puts it back. M moves it without lifting.";

/** The announcements during a move by keyboard. */
export function dragWords(board: Board, along: (taskId: string) => ReadonlySet<string>) {
  const countOf = (taskId: string) => along(taskId).size;
  const title = (taskId: string) => findItem(board, taskId)?.title ?? "The task";
  const what = (taskId: string) => (countOf(taskId) > 1 ? `${countOf(taskId)} tasks` : title(taskId));
  const isManual = board.order.sort === "manual";
  /** The total is the column's own: the page may show only its tab, or the first of its cards. */
  const where = (taskId: string, { zone, position }: DragSpot) => {
    const column = board.groups.find(({ status }) => status === zone);
    if (!column) return zone;
    const others = column.total - column.items.filter(({ id }) => along(taskId).has(id)).length;
    const name = statusNames[column.status];
    return isManual ? `${name}, place ${position} of ${others + 1}` : name;
  };
  return {
    lifted: (taskId: string, spot: DragSpot) => `Lifted ${what(taskId)}. ${where(taskId, spot)}.`,
    moved: (taskId: string, spot: DragSpot) => `${where(taskId, spot)}.`,
    dropped: (taskId: string, spot: DragSpot) => `${what(taskId)} moved to ${where(taskId, spot)}.`,
    cancelled: (taskId: string) =>
      countOf(taskId) > 1
        ? `${what(taskId)} are back where they were.`
        : `${title(taskId)} is back where it was.`,
  };
}
