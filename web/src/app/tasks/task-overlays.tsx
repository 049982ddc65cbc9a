import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { isUuid } from "@atoll/contract/uuid";
import { NewTaskDialog } from "../../features/tasks/create/new-task-dialog.tsx";
import type { NewTaskPlace } from "../../features/tasks/create/new-task-form.ts";
import { TaskPane, TaskSheet } from "../../features/tasks/detail/task-frames.tsx";
import { useHasReadingPane } from "../../lib/page/use-is-phone.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import type { TaskSearch } from "./task-search.ts";

export interface TaskOverlaysProps {
  search: Pick<TaskSearch, "task" | "new">;
  /** Says something else in the address; `replace`: going back does not lead to what it said. */
  go: (change: TaskSearch, replace?: boolean) => void;
  /** The fields that the form for a new task begins with. */
  start: NewTaskStart;
  /** The open task is shown next to the list, and not over it. */
  isBeside?: boolean;
}

export interface NewTaskStart {
  place: NewTaskPlace;
  title?: string | undefined;
  departmentId?: string | undefined;
}

/** The open task next to its list, where the window has space for both. */
export function useTaskPane({ search, go }: Pick<TaskOverlaysProps, "search" | "go">, isList: boolean) {
  const isBeside = useHasReadingPane() && isList;
  const pane = isBeside && search.task !== undefined && (
    <TaskPane
      onClose={() => go({ task: undefined }, true)}
      onOpen={(task) => go({ task })}
      taskId={search.task}
    />
  );
  return { isBeside, pane };
}

/**
 * The overlays of a page of tasks, as in the address: `?task={id}` opens a task, `?new=1` the form for a new one, with the
 * ID of a template the one that it fills.
 * Specification, section 2.
 */
export function TaskOverlays({ search, go, start, isBeside = false }: TaskOverlaysProps) {
  const viewer = useViewer();
  return (
    <>
      {search.task !== undefined && !isBeside && (
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
          templateId={isUuid(search.new) ? search.new : undefined}
          {...start}
        />
      )}
    </>
  );
}
