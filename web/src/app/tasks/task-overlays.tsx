import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { NewTaskDialog } from "../../features/tasks/create/new-task-dialog.tsx";
import { TaskSheet } from "../../features/tasks/detail/task-sheet.tsx";
import { useViewer } from "../../lib/session/use-session.tsx";
import type { TaskSearch } from "./task-search.ts";

export interface TaskOverlaysProps {
  search: Pick<TaskSearch, "task" | "new">;
  /** Says something else in the address; `replace`: going back does not lead to what it said. */
  go: (change: TaskSearch, replace?: boolean) => void;
  /** The status of a new task. */
  status: TaskStatus;
}

/**
 * The overlays of a page of tasks, as in the address: `?task={id}` opens a task, `?new=1` the form for a new one.
 * Specification, section 2.
 */
export function TaskOverlays({ search, go, status }: TaskOverlaysProps) {
  const viewer = useViewer();
  return (
    <>
      {search.task !== undefined && (
        <TaskSheet
          onClose={() => go({ task: undefined }, true)}
          onOpen={(task) => go({ task })}
          taskId={search.task}
        />
      )}
      {canCreateTasks(viewer) && search.new !== undefined && (
        <NewTaskDialog
          onClose={() => go({ new: undefined }, true)}
          onOpenTask={(task) => go({ task, new: undefined })}
          status={status}
        />
      )}
    </>
  );
}
