import { openTaskStatuses } from "@atoll/contract/tasks/limits";
import { taskSearch } from "@atoll/contract/tasks/list-search";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { ShownTasks } from "../../features/tasks/data/task-filter.ts";
import { boardShortcuts } from "../../features/tasks/keys/shortcuts.ts";
import { TaskMatrix } from "../../features/tasks/matrix/task-matrix.tsx";
import { RunningTimer } from "../../features/tasks/time/running-timer.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { useActiveDepartment, useViewer } from "../../lib/session/use-session.tsx";
import { NewButton } from "../../ui/button/new-button.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { TaskOverlays } from "./task-overlays.tsx";
import { type TaskSearch, useTaskSearch } from "./task-search.ts";
import { TaskTabs } from "./task-tabs.tsx";

/** /tasks/matrix: what to do first. Whose tasks and which tags stand in the address. Specification, section 2. */
export function MatrixPage() {
  const viewer = useViewer();
  const search = useTaskSearch();
  const navigate = useNavigate();
  const shown = useShown(search);
  const canCreate = canCreateTasks(viewer);
  usePageTitle("Matrix");

  function go(change: TaskSearch, replace = false) {
    void navigate({ to: "/tasks/matrix", search: { ...search, ...change }, replace, resetScroll: false });
  }
  useShortcut(boardShortcuts.add, () => canCreate && go({ new: "1" }));
  return (
    <div className="page-pad flex min-h-full flex-col md:h-[max(100%,780px)]">
      <PageHeader
        actions={
          <>
            <RunningTimer onOpen={(task) => go({ task })} />
            {canCreate && <NewButton label="New Task" onClick={() => go({ new: "1" })} />}
          </>
        }
        aside={<TaskTabs current="matrix" search={{ tag: search.tag }} />}
        title="Tasks"
      />
      <TaskMatrix
        canAdd={canCreate}
        onOpen={(task, isReplacing) => go({ task }, isReplacing)}
        onShownChange={({ scope, tags }) =>
          go({ scope: scope === "all" ? "all" : undefined, tag: tags.join() || undefined })
        }
        openId={search.task}
        shown={shown}
      />
      <TaskOverlays go={go} search={search} start={{ place: { status: "todo" } }} />
    </div>
  );
}

/**
 * Returns the unfinished tasks to show: the viewer's own unless the address says all, in the department the navigation
 * is filtered to.
 */
function useShown({ scope, tag }: TaskSearch): ShownTasks {
  const { departments } = useViewer();
  const active = useActiveDepartment();
  const department = departments.find(({ slug }) => slug === active)?.id;
  return useMemo(
    () => ({
      ...taskSearch.read({ scope: scope ?? "my", tag }),
      statuses: openTaskStatuses,
      departments: department ? [department] : [],
    }),
    [scope, tag, department],
  );
}
