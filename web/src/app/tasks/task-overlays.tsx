import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { NewTaskDialog } from "../../features/tasks/create/new-task-dialog.tsx";
import { TaskSheet } from "../../features/tasks/detail/task-sheet.tsx";
import { useViewer } from "../../lib/use-session.tsx";
import type { TaskSearch } from "./task-search.ts";

export interface TaskOverlaysProps {
  search: Pick<TaskSearch, "task" | "new">;
  /** Says something else in the address; `replace`: going back does not lead to what it said. */
  go: (change: TaskSearch, replace?: boolean) => void;
  /** Of a new task. */
  status: TaskStatus;
}

/** What stands over a page of tasks as its address says: `?task={id}` a task, `?new=1` the form of a new one. Specification, section 2. */
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
