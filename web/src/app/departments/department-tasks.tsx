import { searchOfView } from "@atoll/contract/saved-views/rules";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { taskViewRules } from "@atoll/contract/tasks/view-rules";
import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronRight, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { ViewTabs } from "../../capabilities/saved-views/view-tabs.tsx";
import { useSections } from "../../features/cards/data/api.ts";
import { TaskBoard } from "../../features/tasks/board/task-board.tsx";
import { orderOfBoard, readArrangement, writeArrangement } from "../../features/tasks/data/arrangement.ts";
import { readShownTasks, type ShownTasks, writeShownTasks } from "../../features/tasks/data/task-filter.ts";
import { TaskList } from "../../features/tasks/list/task-list.tsx";
import { TotalCount } from "../../features/tasks/total-count.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Segmented } from "../../ui/layout/segmented.tsx";
import { allTasks } from "../tasks/given-views.ts";
import { type NewTaskStart, TaskOverlays, useTaskPane } from "../tasks/task-overlays.tsx";
import { type TaskSearch, viewQuery } from "../tasks/task-search.ts";
import { useTaskSearch } from "../tasks/use-task-search.ts";
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
  const viewer = useViewer();
  const search = useTaskSearch();
  const navigate = useNavigate();
  const { data } = useSections(slug);
  const shown = useMemo(
    (): ShownTasks => ({ ...readShownTasks({ ...search }), departments: [id] }),
    [search, id],
  );
  const arrangement = useMemo(() => readArrangement({ ...search }), [search]);
  const [start, setStart] = useState<NewTaskStart>({ status: "todo" });
  const canCreate = canCreateTasks(viewer);
  const isList = search.view === "list";
  usePageTitle(`${name}, tasks`);
  function go(change: TaskSearch, replace = false): void {
    const { department: _ours, ...next }: TaskSearch = { ...search, ...change };
    const query = new URLSearchParams(viewQuery(next));
    for (const part of ["view", "task", "new", "saved"] as const) if (next[part]) query.set(part, next[part]);
    void navigate({
      href: `/${slug}/tasks${query.size > 0 ? `?${query}` : ""}`,
      replace,
      resetScroll: false,
    });
  }
  const add = (status: TaskStatus, title?: string) => {
    setStart({ status, title });
    go({ new: "1" });
  };
  const { isBeside, pane } = useTaskPane({ search, go }, isList);
  const common = {
    onAdd: canCreate ? add : undefined,
    onOpen: (task: string, isReplacing = false) => go({ task }, isReplacing),
    onShownChange: (next: ShownTasks) => go(writeShownTasks(next), search.text !== undefined),
    openId: search.task,
    shown,
  };
  return (
    <div data-dept={slug} className="page-pad flex min-h-full flex-col md:h-full">
      <DepartmentHead
        department={department}
        current="tasks"
        sections={(data?.sections ?? []).map(({ type }) => type)}
        actions={
          <>
            <Segmented
              label="View"
              value={isList ? "list" : "board"}
              onValueChange={(view) => go({ view })}
              options={[
                { value: "board", label: "Board" },
                { value: "list", label: "List" },
              ]}
            />
            {canCreate && (
              <Button icon={Plus} variant="primary" onClick={() => add("todo")}>
                New Task
              </Button>
            )}
          </>
        }
      />
      {isList ? (
        <TaskList
          {...common}
          arrangement={arrangement}
          aside={pane}
          onArrange={(next) => go(writeArrangement(next))}
          views={(total, actions) => (
            <ViewTabs
              given={[allTasks]}
              hrefOf={({ id: saved, query }) => `/${slug}/tasks?view=list&saved=${saved}&${query}`}
              onOpen={({ id: saved, query }) =>
                go({
                  ...searchOfView(query, taskViewRules),
                  saved: saved === allTasks.id ? undefined : saved,
                })
              }
              place={`tasks:${id}`}
              rules={rulesHere}
              search={search}
              total={total !== undefined && <TotalCount value={total} />}
            >
              {actions}
            </ViewTabs>
          )}
        />
      ) : (
        <TaskBoard
          {...common}
          order={orderOfBoard(arrangement)}
          onOrderChange={(order) => go(writeArrangement({ ...arrangement, ...order }))}
        />
      )}
      <TaskOverlays go={go} isBeside={isBeside} search={search} start={{ ...start, departmentId: id }} />
    </div>
  );
}

/** Tasks among the sections of the overview. */
export function TasksFigure({ department: { slug } }: { department: Department }) {
  return (
    <li>
      <Link
        className="flex h-full flex-col gap-2 rounded-lg border bg-surface-raised p-4 shadow-1 hover:shadow-2 max-md:p-3"
        to="/$department/$"
        params={{ department: slug, _splat: "tasks" }}
      >
        <span className="flex items-center gap-2 font-semibold text-sm">
          Tasks <ChevronRight aria-hidden="true" className="ml-auto size-4 text-faint" />
        </span>
        <span className="text-muted text-xs">The tasks of this department, on a board or in a list</span>
      </Link>
    </li>
  );
}
