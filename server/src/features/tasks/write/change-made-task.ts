import type { Task } from "@atoll/contract/tasks/schemas";
import { uuidv7 } from "uuidv7";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import { withoutRights } from "../../../platform/changes/changeable.ts";
import type { ChangeSources, SliceChangeable } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { taskFields } from "../changes/fields.ts";
import type { LockedTask } from "../changes/locked-task.ts";
import { taskChanges } from "../changes/task-changes.ts";
import { ranksOnArrival } from "../ranks.ts";
import { readStateLists } from "../states/state-lists.ts";
import { lockForFields, newStart, newState } from "./set-fields.ts";

/** Changes by the slice that created a task: they ask for no rights, as no person makes them. */
const madeChanges: SliceChangeable<LockedTask, typeof taskFields, Task, { id: string }> = {
  ...taskChanges,
  ...withoutRights,
};

/**
 * Archives, reopens or deletes a task that another slice created, as soon as it is no longer needed. A deleted task
 * stays as it is. The history names the actor, whose act it follows from.
 * @param isStillWanted decides in the same transaction, with the task locked, and may write what belongs to the change.
 */
export async function changeMadeTask(
  sources: ChangeSources,
  actorId: string,
  { changeId, taskId, to }: { changeId: string; taskId: string; to: "archived" | "todo" | "deleted" },
  isStillWanted: (tx: Database) => Promise<boolean>,
): Promise<void> {
  await applyChange(
    madeChanges,
    sources,
    { id: actorId },
    { changeId, ids: [taskId] },
    async ({ tx, set, deleteRow }, [task]) => {
      if (!(await isStillWanted(tx))) return;
      if (!task || task.deleted_at !== null) return;
      if (to === "deleted") return deleteRow(task);
      if (task.status === to) return;
      const [position = ""] = await ranksOnArrival(tx, to, 1);
      await set(task, { status: to, ...newState(await readStateLists(tx), task, { status: to }), position });
    },
    (tx) => (to === "deleted" ? Promise.resolve() : lockForFields(tx, { status: to })),
  );
}

/** Moves the due date of an open task that another slice created, and keeps its time. The history names the actor. */
export async function moveMadeTask(
  sources: ChangeSources,
  actorId: string,
  { taskId, due: date }: { taskId: string; due: string },
): Promise<void> {
  await applyChange(
    madeChanges,
    sources,
    { id: actorId },
    { changeId: uuidv7(), ids: [taskId] },
    async ({ set }, [task]) => {
      if (!task || task.deleted_at !== null || task.status === "archived") return;
      const { due_date, due_time, due_zone } = task;
      if (due_date === null) return;
      await set(task, {
        ...newStart(task, { date }),
        due: { date, clock: due_time && due_zone ? { time: due_time, zone: due_zone } : null },
      });
    },
  );
}
