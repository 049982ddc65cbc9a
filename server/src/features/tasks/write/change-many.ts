import type { bulkChangeSchema } from "@atoll/contract/tasks/changes";
import { dueOnDay } from "@atoll/contract/tasks/due";
import { maxTags } from "@atoll/contract/tasks/limits";
import type { Task } from "@atoll/contract/tasks/schemas";
import type { z } from "zod";
import type { ChangeSources } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { columnFields } from "../changes/columns.ts";
import type { NewTaskValues } from "../changes/fields.ts";
import type { LockedTask } from "../changes/locked-task.ts";
import { changeTasks } from "../changes/task-changes.ts";
import { lockForFields, setFields } from "./set-fields.ts";

/**
 * Makes the same change to many tasks, to all of them or to none. On a new day each keeps its own time of day. Tags that would exceed a task's limit are left out.
 * @throws {AppError} as `changeTasks` and `setFields`.
 */
export function changeMany(
  sources: ChangeSources,
  viewer: RequestViewer,
  { changeId, taskIds, set }: z.output<typeof bulkChangeSchema>,
): Promise<Task[]> {
  const { addTags = [], removeTags = [], dueDay, ...settable } = set;
  const ownValues = (task: LockedTask): NewTaskValues => ({
    ...(dueDay && { due: dueOnDay(columnFields.due.read(task), dueDay) }),
    ...((addTags.length > 0 || removeTags.length > 0) && {
      tags: [...new Set([...task.tags.filter((tag) => !removeTags.includes(tag)), ...addTags])].slice(
        0,
        maxTags,
      ),
    }),
  });
  return changeTasks(
    sources,
    viewer,
    { changeId, taskIds, sent: set },
    (changing, tasks) => setFields(changing, tasks, settable, ownValues),
    (tx) => lockForFields(tx, settable),
  );
}
