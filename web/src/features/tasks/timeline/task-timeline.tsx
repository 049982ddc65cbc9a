import type { Task } from "@atoll/contract/tasks/schemas";
import { CalendarOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { isWhole } from "../../../capabilities/grouped-list/grouped-list.ts";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { MoreOfGroup } from "../../../ui/list/more-of-group.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { useShownTasks } from "../changes/task-changes.ts";
import type { Arrangement } from "../data/arrangement.ts";
import { isNarrowed, type ShownTasks } from "../data/task-filter.ts";
import { useTaskFields } from "../data/use-task-fields.ts";
import {
  type TaskGroupOf,
  type TaskList,
  taskLists,
  useMoreOfGroup,
  useTaskList,
} from "../data/use-task-list.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import type { OpenListedTask } from "../keys/use-task-steps.ts";
import { ArrangeMenus, peopleOf } from "../list/task-list.tsx";
import { StatusRing } from "../status-ring.tsx";
import { TotalCount } from "../total-count.tsx";
import { type Zoom, zoomNames, zooms } from "./scale.ts";
import { Timeline } from "./timeline.tsx";
import { TimelineSkeleton } from "./timeline-skeleton.tsx";

export interface TaskTimelineProps {
  shown: ShownTasks;
  onShownChange: (shown: ShownTasks) => void;
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  zoom: string | undefined;
  onZoom: (zoom: Zoom) => void;
  openId: string | undefined;
  onOpen: OpenListedTask;
}

/** Tasks on a timeline, with what narrows and groups them, and those without dates next to it. */
export function TaskTimeline(props: TaskTimelineProps) {
  const { shown, onShownChange, onArrange, openId, onOpen, onZoom } = props;
  const zoom = zooms.find((one) => one === props.zoom) ?? "week";
  const [toToday, setToToday] = useState(0);
  const isPhone = useIsPhone();
  const [isTrayOpen, setTrayOpen] = useState(!isPhone);
  const fields = useTaskFields().of(shown.departments);
  const arrangement = byStart(props.arrangement);
  const dated = useTaskList({ ...shown, dates: "some" }, arrangement);
  const free = useTaskList({ ...shown, dates: "none" }, { ...arrangement, group: "none" });
  const list = useShownTasks(taskLists, dated.data);
  const [undated] = useShownTasks(taskLists, free.data)?.groups ?? [];
  const { error, isFetching, isPlaceholderData } = dated;
  const again = {
    message: errorMessage(error, "Failed to load tasks"),
    onRetry: () => void dated.refetch(),
    retrying: isFetching,
  };
  const total = list?.groups.reduce((sum, group) => sum + group.total, 0) ?? 0;
  const isEmpty = total === 0 && !undated && free.data !== undefined;
  return (
    <>
      <FilterBar
        arrange={<ArrangeMenus arrangement={arrangement} fields={fields} onChange={onArrange} />}
        isNarrow
        isSearching={isPlaceholderData && isFetching}
        onChange={onShownChange}
        people={list ? peopleOf(list) : []}
        shown={shown}
      />
      <div className="mb-3 flex flex-none flex-wrap items-center gap-2">
        <Segmented
          label="Zoom"
          onValueChange={onZoom}
          options={zooms.map((value) => ({ value, label: zoomNames[value] }))}
          value={zoom}
        />
        <Button onClick={() => setToToday((before) => before + 1)} size="sm">
          Today
        </Button>
        <Button
          aria-expanded={isTrayOpen}
          className="ml-auto"
          icon={CalendarOff}
          onClick={() => setTrayOpen((before) => !before)}
          size="sm"
          variant="ghost"
        >
          No dates <TotalCount value={undated?.total ?? 0} />
        </Button>
      </div>
      {error && list && <RetryAlert {...again} className="mb-3 flex-none" />}
      {error && !list && <ErrorState {...again} />}
      {!error && !list && <TimelineSkeleton />}
      {list && isEmpty && (
        <EmptyState
          drawing={isNarrowed(shown) ? "search" : "tasks"}
          title={isNarrowed(shown) ? "No tasks found" : "No tasks yet"}
        />
      )}
      {list && !isEmpty && (
        <div
          aria-busy={isPlaceholderData}
          className={cx("flex min-h-0 flex-1 flex-col", isPlaceholderData && "opacity-60")}
        >
          <Timeline
            list={list}
            onOpen={onOpen}
            openId={openId}
            toToday={toToday}
            tray={(hintId) =>
              isTrayOpen && <Tray group={undated} hintId={hintId} list={free.data} onOpen={onOpen} />
            }
            undated={undated?.items ?? none}
            zoom={zoom}
          />
        </div>
      )}
    </>
  );
}

const none: readonly Task[] = [];

/** Sorts by the start, the earliest first, unless an order was chosen. */
function byStart(arrangement: Arrangement): Arrangement {
  return arrangement.sort === "manual" ? { ...arrangement, sort: "start" } : arrangement;
}

interface TrayProps {
  list: TaskList | undefined;
  group: TaskGroupOf | undefined;
  hintId: string;
  onOpen: OpenListedTask;
}

/** The tasks without dates. Dragged onto the timeline, one gets the day on which it is dropped as its due date. */
function Tray({ list, group, hintId, onOpen }: TrayProps) {
  return (
    <section
      aria-label="Tasks without dates"
      className="flex min-h-0 w-[248px] flex-none flex-col rounded-lg border bg-surface-sunken p-2 max-md:max-h-[30dvh] max-md:w-full"
    >
      {!group && <p className="p-2 text-muted text-xs">All tasks have dates.</p>}
      {group && <p className="px-1 pb-2 text-muted text-xs">Drag a task onto the day on which it is due.</p>}
      <ul className="flex min-h-0 flex-1 flex-col gap-1.5 overflow-y-auto">
        {group?.items.map((task) => (
          <li key={task.id}>
            <button
              aria-describedby={hintId}
              className="flex min-h-8 w-full cursor-grab select-none items-center gap-2 rounded-md border bg-surface-raised px-2 text-left text-sm hover:bg-surface-hover max-md:min-h-11"
              data-undated={task.id}
              onClick={() => onOpen(task.id)}
              type="button"
            >
              <StatusRing state={task.state} status={task.status} />
              <span className="line-clamp-2 min-w-0">{task.title}</span>
            </button>
          </li>
        ))}
        {list && group && !isWhole(group) && <MoreUndated group={group} list={list} />}
      </ul>
    </section>
  );
}

function MoreUndated({ list, group }: { list: TaskList; group: TaskGroupOf }): ReactNode {
  const more = useMoreOfGroup(list.shown, list.arrangement, group);
  return (
    <li>
      <MoreOfGroup
        className="flex justify-center py-1"
        count={group.total - group.items.length}
        cursor={group.nextCursor}
        failure="Failed to load tasks"
        loadsInView
        more={more}
      />
    </li>
  );
}
