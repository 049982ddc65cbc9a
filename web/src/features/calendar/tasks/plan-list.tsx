import type { Task } from "@atoll/contract/tasks/schemas";
import { CalendarCheck, CalendarPlus } from "lucide-react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { cx } from "../../../ui/base/cx.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { dayWords } from "../time/day-words.ts";
import { planKey } from "./task-items.ts";
import type { usePlannableTasks } from "./use-own-tasks.ts";
import { usePlannedTimes } from "./use-planned-times.ts";

interface PlanListProps {
  tasks: ReturnType<typeof usePlannableTasks>;
  onPlan: (task: Task) => void;
  onOpen: (taskId: string) => void;
  /** The one that is dragged over the grid. */
  draggedKey: string | undefined;
  /** The hint for placing a task by keyboard. Undefined if there is no grid. */
  hintId: string | undefined;
}

/** The viewer's open tasks. A task that is dragged into the grid gets an hour there; a press asks for the time. */
export function PlanList({ tasks, onPlan, onOpen, draggedKey, hintId }: PlanListProps) {
  const { data, error, isFetching, refetch } = tasks;
  const planned = usePlannedTimes();
  return (
    <section aria-label="Plan my tasks">
      <h2 className="pb-1 font-semibold text-xs">Plan my tasks</h2>
      {data ? (
        data.length > 0 ? (
          <ul className="flex flex-col gap-1">
            {data.map((task) => (
              <li
                className={cx(planLook, planKey(task.id) === draggedKey && "opacity-40")}
                data-cal-task={planKey(task.id)}
                key={task.id}
              >
                <button
                  aria-describedby={hintId}
                  className="min-w-0 flex-1 cursor-[inherit] self-stretch rounded-xs text-left"
                  onClick={() => onOpen(task.id)}
                  type="button"
                >
                  <span className="block truncate text-xs">{task.title}</span>
                  {task.due && (
                    <span className="block text-2xs text-muted">
                      Due {dayWords(task.due.date, "weekday")}
                    </span>
                  )}
                  <PlannedMark at={planned.get(task.id)} />
                </button>
                <IconButton
                  data-no-drag=""
                  icon={CalendarPlus}
                  label={`Plan ${task.title}`}
                  onClick={() => onPlan(task)}
                  size="xs"
                />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted text-xs">Nothing is left to do.</p>
        )
      ) : error ? (
        <RetryAlert
          message={errorMessage(error, "Failed to load your tasks")}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <RowSkeletons label="Loading your tasks" mark={16} rowClassName="gap-2 py-1.5" />
      )}
    </section>
  );
}

/** When a task is planned already. */
function PlannedMark({ at }: { at: string | undefined }) {
  if (at === undefined) return null;
  return (
    <span className="flex items-center gap-1 text-2xs text-success-text">
      <CalendarCheck aria-hidden="true" className="size-3 flex-none" />
      <span className="truncate">Planned {formatInstant(at)}</span>
    </span>
  );
}

/** A task that can be planned, in the list and while it is dragged. */
export const planLook =
  "flex min-h-9 cursor-grab select-none items-center gap-1 rounded-md border bg-surface py-0.5 pr-0.5 pl-2 max-md:cursor-auto max-md:min-h-11";
