import { taskSearch, taskViewRules } from "@atoll/contract/tasks/list-search";
import { canManageTasks } from "@atoll/contract/tasks/policy";
import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronRight, PackageOpen } from "lucide-react";
import { useMemo } from "react";
import { useExportThing } from "../../capabilities/export/use-export-thing.tsx";
import { useSections } from "../../features/cards/data/api.ts";
import type { ShownTasks } from "../../features/tasks/data/task-filter.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { NewButton } from "../../ui/button/new-button.tsx";
import { Segmented } from "../../ui/layout/segmented.tsx";
import { allTasks } from "../tasks/given-views.ts";
import { type TaskSearch, useTaskSearch, viewQuery } from "../tasks/task-search.ts";
import { TaskViews } from "../tasks/task-views.tsx";
import { DepartmentHead } from "./department-head.tsx";

const { department: _department, ...rulesHere } = taskViewRules;

interface Department {
  id: string;
  slug: string;
  name: string;
}

/** /{department}/tasks: the tasks of the department, as the page of tasks shows them. */
export function DepartmentTasks({ department }: { department: Department }) {
  const { id, slug, name } = department;
  const search = useTaskSearch();
  const navigate = useNavigate();
  const { data } = useSections(slug);
  const shown = useMemo(
    (): ShownTasks => ({ ...taskSearch.read({ ...search }), departments: [id] }),
    [search, id],
  );
  usePageTitle(`${name}, tasks`);
  const viewer = useViewer();
  const { openExport, exportDialog } = useExportThing({ kind: "tasks", id, name: `Tasks of ${name}` });
  function go(change: TaskSearch, replace = false): void {
    const { department: _ours, ...next }: TaskSearch = { ...search, ...change };
    const query = new URLSearchParams(viewQuery(next));
    for (const part of ["view", "zoom", "task", "new", "saved"] as const)
      if (next[part]) query.set(part, next[part]);
    void navigate({
      href: `/${slug}/tasks${query.size > 0 ? `?${query}` : ""}`,
      replace,
      resetScroll: false,
    });
  }
  return (
    <div data-dept={slug} className="page-pad flex min-h-full flex-col md:h-full">
      <TaskViews
        departmentId={id}
        go={go}
        head={({ view, onAdd, manage }) => (
          <DepartmentHead
            department={department}
            current="tasks"
            sections={(data?.sections ?? []).map(({ type }) => type)}
            actions={
              <>
                <Segmented
                  label="View"
                  value={view}
                  onValueChange={(next) => go({ view: next })}
                  options={[
                    { value: "board", label: "Board" },
                    { value: "list", label: "List" },
                    { value: "timeline", label: "Timeline" },
                  ]}
                />
                {manage}
                {canManageTasks(viewer) && (
                  <IconButton icon={PackageOpen} label="Export the tasks" onClick={openExport} />
                )}
                {onAdd && <NewButton label="New Task" onClick={onAdd} />}
              </>
            }
          />
        )}
        saved={{
          given: [allTasks],
          hrefOf: ({ id: saved, query }) => `/${slug}/tasks?view=list&saved=${saved}&${query}`,
          place: `tasks:${id}`,
          rules: rulesHere,
        }}
        search={search}
        shown={shown}
      />
      {exportDialog}
    </div>
  );
}

/** Tasks among the sections of the overview. */
export function TasksFigure({ department: { slug } }: { department: Department }) {
  return (
    <li>
      <Link
        className="flex h-full flex-col gap-2 rounded-lg border bg-surface-raised p-4 shadow-1 hover:shadow-2 max-md:p-3"
        to="/$department/$section"
        params={{ department: slug, section: "tasks" }}
      >
        <span className="flex items-center gap-2 font-semibold text-sm">
          Tasks <ChevronRight aria-hidden="true" className="ml-auto size-4 text-faint" />
        </span>
        <span className="text-muted text-xs">The tasks of this department, on a board or in a list</span>
      </Link>
    </li>
  );
}
