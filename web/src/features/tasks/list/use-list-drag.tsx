import type { Task } from "@atoll/contract/tasks/schemas";
import { type ReactNode, useEffect } from "react";
import { findItem } from "../../../capabilities/grouped-list/grouped-list.ts";
import type { DragSpot } from "../../../ui/drag/places.ts";
import { type Drag, useDrag } from "../../../ui/drag/use-drag.ts";
import type { TaskChangePending } from "../changes/task-act.ts";
import type { TaskGroupOf, TaskList } from "../data/use-task-list.ts";
import { StatusRing } from "../status-ring.tsx";
import { type GroupChange, groupName } from "./group-change.ts";

export interface ListDragOptions {
  list: TaskList;
  groups: readonly TaskGroupOf[];
  /** The change that brings tasks into a group; undefined if no change can. */
  changeTo: (group: TaskGroupOf) => GroupChange | undefined;
  /** Those that go along when one of them is dragged. */
  chosen: ReadonlySet<string>;
  onChange: (change: TaskChangePending) => void;
}

export const listDragHint =
  "Space lifts the task, the arrows move it to another group, Space drops it, Escape puts it back.";

export const zoneOf = ({ value }: Pick<TaskGroupOf, "value">): string => value ?? "";

/** Rows that are dragged from group to group: a drop sets what the list is grouped by. */
export function useListDrag({ list, groups, changeTo, chosen, onChange }: ListDragOptions): {
  drag: Drag;
  draggedRow: ReactNode;
} {
  const { arrangement } = list;
  const along = (taskId: string): ReadonlySet<string> => (chosen.has(taskId) ? chosen : new Set([taskId]));
  const what = (taskId: string) => {
    const count = along(taskId).size;
    return count > 1 ? `${count} tasks` : (findItem(list, taskId)?.title ?? "The task");
  };
  const where = ({ zone }: DragSpot) => {
    const group = groups.find((one) => zoneOf(one) === zone);
    return group ? groupName(arrangement, group) : zone;
  };
  const drag = useDrag({
    along,
    onDrop(taskId, { zone }) {
      const task = findItem<Task>(list, taskId);
      const group = groups.find((one) => zoneOf(one) === zone);
      const change = task && group && changeTo(group);
      if (!change) return;
      const about = [...along(taskId)];
      const isOne = about.length === 1;
      const said = isOne
        ? change.said.charAt(0).toUpperCase() + change.said.slice(1)
        : `${what(taskId)} ${change.said}`;
      const title = isOne ? `“${task.title}”` : what(taskId);
      onChange({ about, title, said, change: { act: "set", set: change.set } });
    },
    say: {
      lifted: (taskId, spot) => `Lifted ${what(taskId)}. ${where(spot)}.`,
      moved: (_taskId, spot) => `${where(spot)}.`,
      dropped: (taskId, spot) => `${what(taskId)} moved to ${where(spot)}.`,
      cancelled: (taskId) => `${what(taskId)}: back in its group.`,
    },
  });
  const { dragged, control } = drag;
  const task = dragged && findItem<Task>(list, dragged.id);
  const isLost = dragged !== undefined && task === undefined;
  useEffect(() => {
    if (isLost) control.cancel();
  }, [isLost, control]);
  const count = dragged?.carried.size ?? 0;
  const draggedRow = task && (
    <div className="flex h-8 max-w-[420px] items-center gap-2 rounded-md border bg-surface-raised px-3 font-medium text-sm shadow-3">
      <StatusRing status={task.status} state={task.state} />
      <span className="truncate">{count > 1 ? `${count} tasks` : task.title}</span>
    </div>
  );
  return { drag, draggedRow };
}
