import {
  changeToQuadrant,
  defaultUrgentDays,
  maxUrgentDays,
  type TaskQuadrant,
} from "@atoll/contract/tasks/quadrants";
import type { Task } from "@atoll/contract/tasks/schemas";
import { Timer } from "lucide-react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { findItem } from "../../../capabilities/grouped-list/grouped-list.ts";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { taskChanges, useShownTasks } from "../changes/task-changes.ts";
import type { ShownTasks } from "../data/task-filter.ts";
import { type Matrix as MatrixState, matrices, useMatrix, useUrgentDays } from "../data/use-matrix.ts";
import { TagFilter } from "../filters/tag-filter.tsx";
import type { OpenListedTask } from "../keys/use-task-steps.ts";
import { Matrix } from "./matrix.tsx";
import { rowLook } from "./matrix-card.tsx";
import { quadrantWords } from "./quadrant-words.ts";

/** The matrix to come. */
function MatrixSkeleton() {
  const isPhone = useIsPhone();
  return (
    <SkeletonGroup
      className="grid min-h-0 flex-1 gap-3 overflow-hidden md:grid-cols-2 md:grid-rows-2 md:pt-[22px] md:pl-[44px]"
      label="Loading tasks"
    >
      {(isPhone ? fields.slice(0, 1) : fields).map((widths) => (
        <div
          className="flex flex-col gap-1.5 overflow-hidden p-2 md:rounded-lg md:border md:bg-surface-sunken"
          key={widths.join()}
        >
          <Skeleton className="my-2 ml-1" width={88} />
          {widths.map((width) => (
            <div className={`${rowLook} flex-col gap-2 py-2`} key={width}>
              <Skeleton height={12} width={width} />
              <Skeleton height={12} width={120} />
            </div>
          ))}
        </div>
      ))}
    </SkeletonGroup>
  );
}

const fields = [["62%", "48%", "55%"], ["58%", "44%"], ["66%", "52%"], ["50%"]];

export interface TaskMatrixProps {
  shown: ShownTasks;
  onShownChange: (shown: ShownTasks) => void;
  openId: string | undefined;
  onOpen: OpenListedTask;
  canAdd: boolean;
}

const failure = "Failed to load tasks";

/** The matrix with what it is narrowed by, and what stands in its place while there is none. */
export function TaskMatrix({ shown, onShownChange, openId, onOpen, canAdd }: TaskMatrixProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useMatrix(shown);
  const { matrix, move } = useMatrixMoves(data);
  const again = {
    message: errorMessage(error, failure),
    onRetry: () => void refetch(),
    retrying: isFetching,
  };
  const total = matrix?.groups.reduce((sum, one) => sum + one.total, 0);
  const isNarrowed = shown.tags.length > 0;
  return (
    <>
      <div className="mb-3 flex flex-none flex-wrap items-center gap-2">
        <Segmented
          label="Whose tasks"
          onValueChange={(scope) => onShownChange({ ...shown, scope })}
          options={[
            { value: "my", label: "Me" },
            { value: "all", label: "Team" },
          ]}
          value={shown.scope === "all" ? "all" : "my"}
        />
        <TagFilter chosen={shown.tags} onChange={(tags) => onShownChange({ ...shown, tags })} />
        {matrix && <UrgentDays urgentDays={matrix.view.urgentDays} />}
        <span className="ml-auto text-muted text-xs max-md:hidden">
          Urgency comes from dates, or is set by hand. Importance is the priority.
        </span>
      </div>
      {error && matrix && <RetryAlert {...again} className="mb-3 flex-none" />}
      {error && !matrix && <ErrorState {...again} />}
      {!error && !matrix && <MatrixSkeleton />}
      {matrix && total === 0 && isNarrowed && (
        <EmptyState
          action={
            <Button onClick={() => onShownChange({ ...shown, tags: [] })} size="sm">
              Clear filters
            </Button>
          }
          drawing="search"
          title="No tasks found"
        />
      )}
      {matrix && (total !== 0 || !isNarrowed) && (
        <div
          aria-busy={isPlaceholderData}
          className={cx("flex min-h-0 flex-1 flex-col", isPlaceholderData && "opacity-60")}
        >
          <Matrix canAdd={canAdd} matrix={matrix} onMove={move} onOpen={onOpen} openId={openId} />
        </div>
      )}
    </>
  );
}

/** A matrix with the viewer's own changes, and the way to move its tasks to another field. */
function useMatrixMoves(data: MatrixState | undefined) {
  const queue = useChanges(taskChanges);
  const matrix = useShownTasks(matrices, data);

  function move(taskId: string, quadrant: TaskQuadrant): void {
    const task = matrix && findItem<Task>(matrix, taskId);
    if (!task) return;
    const set = changeToQuadrant(task, quadrant, matrix.view);
    if (Object.keys(set).length === 0) return;
    const said = `Moved to ${quadrantWords[quadrant].name}`;
    queue.change({ about: [taskId], title: `“${task.title}”`, said, change: { act: "set", set } });
  }
  return { matrix, move };
}

/** Within how many days what is due is urgent; kept for the person, on all their devices. */
function UrgentDays({ urgentDays }: { urgentDays: number }) {
  const { mutate } = useUrgentDays();
  const set = (days: number) =>
    mutate(days, {
      onError: (error) => notify.error(errorMessage(error, "Failed to save"), { id: "urgent-days" }),
    });
  const options = [...new Set([0, 1, 2, 3, 5, 7, 10, maxUrgentDays, urgentDays])].sort(
    (one, other) => one - other,
  );
  const isUsual = urgentDays === defaultUrgentDays;
  return (
    <Menu
      items={[
        {
          choice: "Urgent is what is due",
          value: String(urgentDays),
          options: options.map((days) => ({ value: String(days), label: within(days) })),
          onValueChange: (value) => set(Number(value)),
        },
      ]}
      label="Urgent within"
      trigger={
        <FilterButton
          active
          icon={Timer}
          label={`Urgent ${within(urgentDays).toLowerCase()}`}
          {...(isUsual ? {} : { onClear: () => set(defaultUrgentDays) })}
        />
      }
    />
  );
}

function within(days: number): string {
  return days === 0 ? "Today" : days === 1 ? "Within 1 day" : `Within ${days} days`;
}
