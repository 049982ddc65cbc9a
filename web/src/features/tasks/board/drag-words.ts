import { findItem } from "../../../capabilities/grouped-list/grouped-list.ts";
import { dragWords as wordsOf } from "../../../ui/board/drag-words.ts";
import type { DragSpot } from "../../../ui/drag/places.ts";
import { statusNames } from "../data/task-words.ts";
import type { Board } from "../data/use-board.ts";

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
  const words = wordsOf(what, where);
  return {
    ...words,
    cancelled: (taskId: string) =>
      countOf(taskId) > 1 ? `${what(taskId)} are back where they were.` : words.cancelled(taskId),
  };
}
