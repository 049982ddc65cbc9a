import { taskSearch, taskViewRules } from "@atoll/contract/tasks/list-search";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ShownTasks } from "../../features/tasks/data/task-filter.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useActiveDepartment, useViewer } from "../../lib/session/use-session.tsx";
import { parseJson } from "../../lib/shape.ts";
import { openTextStorage } from "../../lib/text-storage.ts";
import { NewButton } from "../../ui/button/new-button.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { givenTaskViews } from "./given-views.ts";
import { GuestTasksPage } from "./guest-tasks-page.tsx";
import { readTaskSearch, type TaskSearch, useTaskSearch } from "./task-search.ts";
import { TaskTabs } from "./task-tabs.tsx";
import { TaskViews, type TaskViewsProps } from "./task-views.tsx";

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
 * /tasks: the team's work on one board, in one list (`?view=list`) or on a timeline (`?view=timeline`). What is shown stands in the address: `?new=1` opens the form of a new task,
 * `?task={id}` a task. Specification, section 2.
 */
export function TasksPage() {
  const { isGuest } = useViewer();
  const { task } = useTaskSearch();
  return isGuest ? <GuestTasksPage taskId={task} /> : <TeamTasksPage />;
}

function TeamTasksPage() {
  const search = useTaskSearch();
  const navigate = useNavigate();
  const shown = useShown(search);
  usePageTitle("Tasks");
  useLastView(search);
  function go(change: TaskSearch, replace = false) {
    const next: TaskSearch = { ...search, ...change };
    void navigate({ to: "/tasks", search: next, replace, resetScroll: false });
  }
  return (
    <div className="page-pad flex min-h-full flex-col md:h-full">
      <TaskViews
        go={go}
        head={({ view, onAdd, manage }) => (
          <PageHeader
            actions={
              <>
                {manage}
                {onAdd && <NewButton label="New Task" onClick={onAdd} />}
              </>
            }
            aside={<TaskTabs current={view} search={search} />}
            title="Tasks"
          />
        )}
        saved={savedViews}
        search={search}
        shown={shown}
      />
    </div>
  );
}

const savedViews: TaskViewsProps["saved"] = {
  given: givenTaskViews,
  hrefOf: ({ id, query }) => `/tasks?view=list&saved=${id}&${query}`,
  place: "tasks",
  rules: taskViewRules,
};

/**
 * Returns the filters in the address. Without a department there, uses the one the navigation is filtered to. "all"
 * means every department, regardless of the navigation.
 */
function useShown(search: TaskSearch): ShownTasks {
  const { departments } = useViewer();
  const active = useActiveDepartment();
  const department = departments.find(({ slug }) => slug === active)?.id;
  return useMemo(() => {
    const shown = taskSearch.read({ ...search });
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
