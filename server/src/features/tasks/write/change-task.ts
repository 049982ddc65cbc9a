import type { taskChangeSchema } from "@atoll/contract/tasks/changes";
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
