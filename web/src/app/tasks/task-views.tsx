import { searchOfView } from "@atoll/contract/saved-views/rules";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { taskArrangementSearch, taskViewRules } from "@atoll/contract/tasks/list-search";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { type ReactNode, useMemo, useState } from "react";
import { ViewTabs, type ViewTabsProps } from "../../capabilities/saved-views/view-tabs.tsx";
import { TaskBoard } from "../../features/tasks/board/task-board.tsx";
import { orderOfBoard } from "../../features/tasks/data/arrangement.ts";
import { type ShownTasks, writeShownTasks } from "../../features/tasks/data/task-filter.ts";
import { boardShortcuts } from "../../features/tasks/keys/shortcuts.ts";
import { TaskList } from "../../features/tasks/list/task-list.tsx";
import { TotalCount } from "../../features/tasks/total-count.tsx";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { allTasks } from "./given-views.ts";
import { type NewTaskStart, TaskOverlays, useTaskPane } from "./task-overlays.tsx";
import type { TaskSearch } from "./task-search.ts";

export interface TaskViewsProps {
  search: TaskSearch;
  /** Changes a part of the address. With `replace`, going back does not lead to the address before. */
  go: (change: TaskSearch, replace?: boolean) => void;
  shown: ShownTasks;
  /** The page whose saved views the list offers. */
  saved: Pick<ViewTabsProps, "given" | "hrefOf" | "place" | "rules">;
  /** The department of new tasks. */
  departmentId?: string;
  /** Renders the head of the page; `onAdd` is left out where the viewer may not create a task. */
  head: (page: { isList: boolean; onAdd: (() => void) | undefined }) => ReactNode;
}

/** Tasks on a board, or in a list (`?view=list`), under the head of their page, with the open task and the form for a new one. */
export function TaskViews({ search, go, shown, saved, departmentId, head }: TaskViewsProps) {
  const viewer = useViewer();
  const arrangement = useMemo(() => taskArrangementSearch.read({ ...search }), [search]);
  const order = useMemo(() => orderOfBoard(arrangement), [arrangement]);
  const [start, setStart] = useState<NewTaskStart>({ status: "todo" });
  const isList = search.view === "list";
  const canCreate = canCreateTasks(viewer);
  function add(status: TaskStatus, title?: string) {
    setStart({ status, title });
    go({ new: "1" });
  }
  useShortcut(boardShortcuts.add, () => canCreate && add("todo"));
  const { isBeside, pane } = useTaskPane({ search, go }, isList);
  const common = {
    onAdd: canCreate ? add : undefined,
    onOpen: (task: string, isReplacing = false) => go({ task }, isReplacing),
    onShownChange(next: ShownTasks) {
      const change = writeShownTasks(next);
      // Going back leaves a text, not one letter of it.
      go(change, search.text !== undefined && change.text !== search.text);
    },
    openId: search.task,
    shown,
  };
  return (
    <>
      {head({ isList, onAdd: canCreate ? () => add("todo") : undefined })}
      {isList ? (
        <TaskList
          {...common}
          arrangement={arrangement}
          aside={pane}
          onArrange={(next) => go(taskArrangementSearch.write(next))}
          views={(total, actions) => (
            <ViewTabs
              {...saved}
              onOpen={({ id, query }) =>
                go({ ...searchOfView(query, taskViewRules), saved: id === allTasks.id ? undefined : id })
              }
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
          onOrderChange={(order) => go(taskArrangementSearch.write({ ...arrangement, ...order }))}
          order={order}
        />
      )}
      <TaskOverlays
        go={go}
        isBeside={isBeside}
        search={search}
        start={departmentId === undefined ? start : { ...start, departmentId }}
      />
    </>
  );
}
