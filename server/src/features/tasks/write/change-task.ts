import type { taskChangeSchema } from "@atoll/contract/tasks/changes";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { changeTasks } from "../changes/task-changes.ts";
import { assertSeenDescription, assertSeenFields, lockForFields, setFields } from "./set-fields.ts";

/**
 * Changes fields of a task.
 * @throws {AppError} as `changeTasks` and `setFields`; `changed_meanwhile` for an outdated version of the description, or
 *   of own fields, or another status.
 */
export async function changeTask(
  sources: ChangeSources,
  viewer: RequestViewer,
  taskId: string,
  { changeId, ...sent }: z.output<typeof taskChangeSchema>,
): Promise<void> {
  const { title, description, tags, seenFields, seenStatus, ...settable } = sent;
  await changeTasks(
    sources,
    viewer,
    { changeId, taskIds: [taskId], sent },
    async (changing, tasks) => {
      await setFields(changing, tasks, settable, (task) => {
        if (seenStatus && seenStatus !== task.status) throw new AppError("changed_meanwhile");
        if (seenFields) assertSeenFields(task, seenFields);
        if (description && description.text !== task.description)
          assertSeenDescription(task, description.version);
        return {
          ...(title === undefined ? {} : { title }),
          ...(tags === undefined ? {} : { tags }),
          ...(description === undefined ? {} : { description: description.text }),
        };
      });
    },
    (tx) => lockForFields(tx, settable),
  );
}

/**
 * Changes the status of a task that is assigned to the viewer, who may change nothing else of it.
 * @throws {AppError} as `changeTasks`; `forbidden` if it is not assigned to them; `changed_meanwhile`, `task_state_wrong`.
 */
export async function setStatusOfOwn(
  sources: ChangeSources,
  viewer: RequestViewer,
  taskId: string,
  {
    changeId,
    seenStatus,
    seenStateId,
    ...settable
  }: {
    changeId: string;
    status: Exclude<TaskStatus, "archived">;
    stateId?: string | undefined;
    seenStatus: TaskStatus;
    seenStateId?: string | null | undefined;
  },
): Promise<void> {
  await changeTasks(
    sources,
    viewer,
    { changeId, taskIds: [taskId], sent: { seenStatus, seenStateId, ...settable } },
    async (changing, tasks) => {
      await setFields(changing, tasks, settable, (task) => {
        if (task.assignee_id !== viewer.id) throw new AppError("forbidden", { detail: "not the assignee" });
        if (seenStatus !== task.status || (seenStateId !== undefined && seenStateId !== task.state_id))
          throw new AppError("changed_meanwhile");
        if (task.status === "archived") throw new AppError("forbidden", { detail: "archived" });
        return {};
      });
    },
    (tx) => lockForFields(tx, settable),
  );
}
