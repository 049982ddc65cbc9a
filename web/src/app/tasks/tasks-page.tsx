import { searchOfView } from "@atoll/contract/saved-views/rules";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { taskViewRules } from "@atoll/contract/tasks/view-rules";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { ViewTabs } from "../../capabilities/saved-views/view-tabs.tsx";
import { TaskBoard } from "../../features/tasks/board/task-board.tsx";
import { orderOfBoard, readArrangement, writeArrangement } from "../../features/tasks/data/arrangement.ts";
import { readShownTasks, type ShownTasks, writeShownTasks } from "../../features/tasks/data/task-filter.ts";
import { boardShortcuts } from "../../features/tasks/keys/shortcuts.ts";
import { TaskList } from "../../features/tasks/list/task-list.tsx";
import { TotalCount } from "../../features/tasks/total-count.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { useActiveDepartment, useViewer } from "../../lib/session/use-session.tsx";
import { parseJson } from "../../lib/shape.ts";
import { openTextStorage } from "../../lib/text-storage.ts";
import { NewButton } from "../../ui/button/new-button.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { allTasks, givenTaskViews } from "./given-views.ts";
import { type NewTaskStart, TaskOverlays, useTaskPane } from "./task-overlays.tsx";
import { readTaskSearch, type TaskSearch } from "./task-search.ts";
import { TaskTabs } from "./task-tabs.tsx";
import { useTaskSearch } from "./use-task-search.ts";

const key = (viewerId: string) => `atoll.tasks.view.${viewerId}`;

/** Returns the filters from the person's last visit in this browser. */
function readLastView(viewerId: string): TaskSearch {
  const stored = parseJson(openTextStorage().getItem(key(viewerId)));
  return typeof stored === "object" && stored !== null ? readTaskSearch({ ...stored }) : {};
}

function keepLastView(viewerId: string, search: TaskSearch): void {
  try {
    openTextStorage().setItem(key(viewerId), JSON.stringify(search));
  } catch {
    // The storage is full: the next visit begins with everything.
  }
}

/**
 * /tasks: the team's work on one board, or in one list (`?view=list`). What is shown stands in the address: `?new=1` opens the form of a new task,
 * `?task={id}` a task. Specification, section 2.
 */
export function TasksPage() {
  const viewer = useViewer();
  const search = useTaskSearch();
  const navigate = useNavigate();
  const shown = useShown(search);
  const arrangement = useMemo(() => readArrangement({ ...search }), [search]);
  const order = useMemo(() => orderOfBoard(arrangement), [arrangement]);
  const [addTo, setAddTo] = useState<NewTaskStart>({ status: "todo" });
  const canCreate = canCreateTasks(viewer);
  usePageTitle("Tasks");
  useLastView(search);
  const isList = search.view === "list";

  function go(change: TaskSearch, replace = false) {
    const next: TaskSearch = { ...search, ...change };
    void navigate({ to: "/tasks", search: next, replace, resetScroll: false });
  }
  function changeShown(next: ShownTasks) {
    const change = writeShownTasks(next);
    // Going back leaves a text, not one letter of it.
    go(change, search.text !== undefined && change.text !== search.text);
  }
  function add(status: TaskStatus, title?: string) {
    setAddTo({ status, title });
    go({ new: "1" });
  }
  useShortcut(boardShortcuts.add, () => canCreate && add("todo"));
  const { isBeside, pane } = useTaskPane({ search, go }, isList);
  const common = {
    onAdd: canCreate ? add : undefined,
    onOpen: (task: string, isReplacing = false) => go({ task }, isReplacing),
    onShownChange: changeShown,
    openId: search.task,
    shown,
  };
  return (
    <div className="page-pad flex min-h-full flex-col md:h-full">
      <PageHeader
        actions={canCreate && <NewButton label="New Task" onClick={() => add("todo")} />}
        aside={<TaskTabs current={isList ? "list" : "board"} search={search} />}
        title="Tasks"
      />
      {isList ? (
        <TaskList
          {...common}
          arrangement={arrangement}
          aside={pane}
          onArrange={(next) => go(writeArrangement(next))}
          views={(total, actions) => (
            <ViewTabs
              given={givenTaskViews}
              hrefOf={({ id, query }) => `/tasks?view=list&saved=${id}&${query}`}
              onOpen={({ id, query }) =>
                go({ ...searchOfView(query, taskViewRules), saved: id === allTasks.id ? undefined : id })
              }
              place="tasks"
              rules={taskViewRules}
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
          onOrderChange={(order) => go(writeArrangement({ ...arrangement, ...order }))}
          order={order}
        />
      )}
      <TaskOverlays go={go} isBeside={isBeside} search={search} start={addTo} />
    </div>
  );
}

/**
 * Returns the filters in the address. Without a department there, uses the one the navigation is filtered to. "all"
 * means every department, regardless of the navigation.
 */
function useShown(search: TaskSearch): ShownTasks {
  const { departments } = useViewer();
  const active = useActiveDepartment();
  const department = departments.find(({ slug }) => slug === active)?.id;
  return useMemo(() => {
    const shown = readShownTasks({ ...search });
    const isSilent = search.department === undefined;
    return { ...shown, departments: isSilent && department ? [department] : shown.departments };
  }, [search, department]);
}

/** Restores the last view for a person who opens the page without filters. */
function useLastView(search: TaskSearch): void {
  const viewer = useViewer();
  const navigate = useNavigate();
  const [isSilent] = useState(Object.keys(search).length === 0);
  useEffect(() => {
    if (isSilent) void navigate({ to: "/tasks", search: readLastView(viewer.id), replace: true });
  }, [isSilent, navigate, viewer.id]);
  const { task: _task, new: _new, ...view } = search;
  const text = JSON.stringify(view);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) keepLastView(viewer.id, readTaskSearch(JSON.parse(text)));
    isFirst.current = false;
  }, [text, viewer.id]);
}
