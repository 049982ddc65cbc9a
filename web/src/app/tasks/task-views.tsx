import type { SearchValues } from "@atoll/contract/list-search";
import { searchOfView } from "@atoll/contract/saved-views/rules";
import { isOwnFieldName, type OwnFieldName } from "@atoll/contract/tasks/limits";
import { taskArrangementSearch, taskViewRules } from "@atoll/contract/tasks/list-search";
import { canCreateTasks, canManageTaskFields } from "@atoll/contract/tasks/policy";
import { isUuid } from "@atoll/contract/uuid";
import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { ViewTabs, type ViewTabsProps } from "../../capabilities/saved-views/view-tabs.tsx";
import { TaskBoard } from "../../features/tasks/board/task-board.tsx";
import type { NewTaskPlace } from "../../features/tasks/create/new-task-form.ts";
import { orderOfBoard } from "../../features/tasks/data/arrangement.ts";
import { type ShownTasks, writeShownTasks } from "../../features/tasks/data/task-filter.ts";
import { useCurrentOptions } from "../../features/tasks/data/use-task-fields.ts";
import { useCurrentStates } from "../../features/tasks/data/use-task-states.ts";
import { boardShortcuts } from "../../features/tasks/keys/shortcuts.ts";
import { TaskList } from "../../features/tasks/list/task-list.tsx";
import { RunningTimer } from "../../features/tasks/time/running-timer.tsx";
import { TimelineSkeleton } from "../../features/tasks/timeline/timeline-skeleton.tsx";
import { TotalCount } from "../../features/tasks/total-count.tsx";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { LazyView } from "../../ui/state/lazy-view.tsx";
import { allTasks } from "./given-views.ts";
import { type NewTaskStart, TaskOverlays, useTaskPane } from "./task-overlays.tsx";
import type { TaskSearch } from "./task-search.ts";

export const taskViewNames = ["board", "list", "timeline"] as const;
export type TaskViewName = (typeof taskViewNames)[number];

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
  head: (page: { view: TaskViewName; onAdd: (() => void) | undefined; manage: ReactNode }) => ReactNode;
}

const managePart = lazyPart(() => import("../../features/tasks/fields/manage-fields.tsx"));

const timelinePart = lazyPart(() => import("../../features/tasks/timeline/task-timeline.tsx"));

/** Tasks on a board, in a list (`?view=list`) or on a timeline (`?view=timeline`), under the head of their page, with the open task and the form for a new one. */
export function TaskViews({ search, go, shown: meant, saved, departmentId, head }: TaskViewsProps) {
  const viewer = useViewer();
  const shown = useCurrentStates(useCurrentOptions(meant));
  const { arrangement, columns } = useMemo(() => {
    const { columns: names, ...arrangement } = taskArrangementSearch.read({ ...search });
    return { arrangement, columns: names.filter(isOwnFieldName) };
  }, [search]);
  const order = useMemo(() => orderOfBoard(arrangement), [arrangement]);
  const [start, setStart] = useState<NewTaskStart>({ place: { status: "todo" } });
  const [isManaging, setIsManaging] = useState(false);
  const managing = useLazyPart(managePart, isManaging, () => setIsManaging(false));
  const view = taskViewNames.find((name) => name === search.view) ?? "board";
  const isList = view === "list";
  const [onlyDepartment] = shown.departments.length === 1 ? shown.departments.filter(isUuid) : [];
  const canCreate = canCreateTasks(viewer);
  function add(place: NewTaskPlace, title?: string) {
    setStart({ place, title });
    go({ new: "1" });
  }
  useShortcut(boardShortcuts.add, () => canCreate && add({ status: "todo" }));
  const { isBeside, pane } = useTaskPane({ search, go }, isList);
  const arrange = (next: Partial<SearchValues<typeof taskArrangementSearch>>) =>
    go(taskArrangementSearch.write({ ...arrangement, columns, ...next }));
  const common = {
    columns,
    onColumnsChange: (names: OwnFieldName[]) => arrange({ columns: names }),
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
      {head({
        view,
        onAdd: canCreate ? () => add({ status: "todo" }) : undefined,
        manage: (
          <>
            <RunningTimer onOpen={(task) => go({ task })} />
            {canManageTaskFields(viewer) && (
              <IconButton
                icon={SlidersHorizontal}
                label="Fields and states of tasks"
                onClick={() => setIsManaging(true)}
              />
            )}
          </>
        ),
      })}
      {view === "timeline" && (
        <LazyView part={timelinePart} skeleton={<TimelineSkeleton />}>
          {({ TaskTimeline }) => (
            <TaskTimeline
              {...common}
              arrangement={arrangement}
              onArrange={arrange}
              onZoom={(zoom) => go({ zoom }, true)}
              zoom={search.zoom}
            />
          )}
        </LazyView>
      )}
      {view === "board" && <TaskBoard {...common} onOrderChange={arrange} order={order} />}
      {isList && (
        <TaskList
          {...common}
          arrangement={arrangement}
          aside={pane}
          onArrange={arrange}
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
      )}
      {isManaging && managing && (
        <managing.ManageFields
          departmentId={departmentId ?? onlyDepartment}
          onClose={() => setIsManaging(false)}
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
