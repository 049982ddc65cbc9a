import { maxExportedTasks } from "@atoll/contract/tasks/limits";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import { ExportButton } from "../../../capabilities/export/export-button.tsx";
import { call } from "../../../lib/server/api-client.ts";
import { type Arrangement, sortQuery } from "../data/arrangement.ts";
import { type ShownTasks, taskQuery } from "../data/task-filter.ts";

export interface ExportTasksProps {
  shown: ShownTasks;
  arrangement: Arrangement;
  disabled: boolean;
}

/** Saves the tasks of the list as CSV. */
export function ExportTasks({ shown, arrangement, disabled }: ExportTasksProps) {
  return (
    <ExportButton
      things="tasks"
      maxRows={maxExportedTasks}
      fetchPart={(cursor) =>
        call(taskListRoutes.exportTasks, {
          query: { ...taskQuery(shown), ...sortQuery(arrangement), cursor },
        })
      }
      disabled={disabled}
    />
  );
}
