import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { boardShortcuts } from "../../features/tasks/board/shortcuts.ts";
import { TaskBoard } from "../../features/tasks/board/task-board.tsx";
import { NewTaskDialog } from "../../features/tasks/create/new-task-dialog.tsx";
import { readShownTasks, type ShownTasks, writeShownTasks } from "../../features/tasks/data/task-filter.ts";
import { TaskSheet } from "../../features/tasks/detail/task-sheet.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { useShortcut } from "../../lib/shortcuts.ts";
import { useActiveDepartment, useViewer } from "../../lib/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { keepLastView, readLastView } from "./last-view.ts";
import type { TaskSearch } from "./task-search.ts";
import { useTaskSearch } from "./use-task-search.ts";

/**
 * /tasks: the team's work on one board. What is shown stands in the address: `?new=1` opens the form of a new task,
 * `?task={id}` a task. Specification, section 2.
 */
export function TasksPage() {
  const viewer = useViewer();
  const search = useTaskSearch();
  const navigate = useNavigate();
  const shown = useShown(search);
  const [addTo, setAddTo] = useState<TaskStatus>("todo");
  const canCreate = canCreateTasks(viewer);
  usePageTitle("Tasks");
  useLastView(search);

  function go(change: TaskSearch, replace = false) {
    const next: TaskSearch = { ...search, ...change };
    void navigate({ to: "/tasks", search: next, replace, resetScroll: false });
  }
  function changeShown(next: ShownTasks) {
    const change = writeShownTasks(next);
    keepLastView(viewer.id, change);
    // Going back leaves a text, not one letter of it.
    go(change, search.text !== undefined && change.text !== search.text);
  }
  function add(status: TaskStatus) {
    setAddTo(status);
    go({ new: "1" });
  }
  useShortcut(boardShortcuts.add, () => canCreate && add("todo"));
  return (
    <div className="page-pad flex min-h-full flex-col md:h-full">
      <PageHeader
        actions={
          canCreate && (
            <Button icon={Plus} onClick={() => add("todo")} variant="primary">
              New Task
            </Button>
          )
        }
        title="Tasks"
      />
      <TaskBoard
        onAdd={canCreate ? add : undefined}
        onOpen={(task) => go({ task })}
        onShownChange={changeShown}
        openId={search.task}
        shown={shown}
      />
      {search.task !== undefined && (
        <TaskSheet
          onClose={() => go({ task: undefined }, true)}
          onOpen={(task) => go({ task })}
          taskId={search.task}
        />
      )}
      {canCreate && search.new !== undefined && (
        <NewTaskDialog
          onClose={() => go({ new: undefined }, true)}
          onOpenTask={(task) => go({ task, new: undefined })}
          status={addTo}
        />
      )}
    </div>
  );
}

/** What the address says, in the department that the navigation is narrowed to. */
function useShown(search: TaskSearch): ShownTasks {
  const { departments } = useViewer();
  const active = useActiveDepartment();
  const department = departments.find(({ slug }) => slug === active)?.id;
  return useMemo(
    () => ({ ...readShownTasks({ ...search }), departments: department ? [department] : [] }),
    [search, department],
  );
}

/** Who comes without saying what they want to see finds what they saw last. */
function useLastView(search: TaskSearch): void {
  const viewer = useViewer();
  const navigate = useNavigate();
  const [isSilent] = useState(Object.keys(search).length === 0);
  useEffect(() => {
    if (isSilent) void navigate({ to: "/tasks", search: readLastView(viewer.id), replace: true });
  }, [isSilent, navigate, viewer.id]);
}
