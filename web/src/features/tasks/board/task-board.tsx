import type { Person } from "@atoll/contract/people/schemas";
import { sortedFieldKinds } from "@atoll/contract/tasks/field-schemas";
import type { OwnFieldName } from "@atoll/contract/tasks/limits";
import { taskSearch } from "@atoll/contract/tasks/list-search";
import type { Task } from "@atoll/contract/tasks/schemas";
import { useMemo } from "react";
import { findItem } from "../../../capabilities/grouped-list/grouped-list.ts";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { counted } from "../../../lib/counted.ts";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import type { PlaceOnBoard } from "../changes/task-act.ts";
import { useShownTasks } from "../changes/task-changes.ts";
import { useFinishing } from "../changes/use-finishing.ts";
import type { AddTask } from "../create/new-task-form.ts";
import { manualOrder, type TaskOrder } from "../data/arrangement.ts";
import { isNarrowed, type ShownTasks } from "../data/task-filter.ts";
import { type Board as BoardState, boardKey, boards, useBoard } from "../data/use-board.ts";
import { useTaskFields } from "../data/use-task-fields.ts";
import { stateName } from "../data/use-task-states.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import { ShownFields } from "../filters/own-filters.tsx";
import { SortMenu } from "../filters/sort-menu.tsx";
import type { OpenListedTask } from "../keys/use-task-steps.ts";
import { Board } from "./board.tsx";
import { cardLook } from "./task-card.tsx";

/** The board to come. */
function BoardSkeleton() {
  const isPhone = useIsPhone();
  return (
    <SkeletonGroup className="flex min-h-0 flex-1 gap-3 overflow-hidden" label="Loading tasks">
      {(isPhone ? columns.slice(0, 1) : columns).map((widths) => (
        <div
          className="flex min-h-0 flex-1 flex-col gap-2 overflow-hidden rounded-lg border bg-surface-sunken p-2 max-md:border-0 max-md:bg-transparent max-md:p-0"
          key={widths.join()}
        >
          <Skeleton className="my-2 ml-1 max-md:hidden" width={96} />
          {widths.map((width) => (
            <div className={cardLook} key={width}>
              <Skeleton height={12} width={width} />
              <Skeleton height={18} width={64} />
              <Skeleton height={18} width="56%" />
            </div>
          ))}
        </div>
      ))}
    </SkeletonGroup>
  );
}

const columns = [["81%", "64%", "72%"], ["90%", "58%"], ["66%", "77%", "84%"], ["70%"]];

export interface TaskBoardProps {
  shown: ShownTasks;
  onShownChange: (shown: ShownTasks) => void;
  order: TaskOrder;
  onOrderChange: (order: TaskOrder) => void;
  /** The company's own fields that cards show. */
  columns: readonly OwnFieldName[];
  onColumnsChange: (columns: OwnFieldName[]) => void;
  openId: string | undefined;
  onOpen: OpenListedTask;
  onAdd?: AddTask | undefined;
}

const failure = "Failed to load tasks";

/** The board with what it is narrowed by, and what stands in its place while there is none. */
export function TaskBoard(props: TaskBoardProps) {
  const { shown, onShownChange, order, onOrderChange, openId, onOpen, onAdd } = props;
  const { columns, onColumnsChange } = props;
  const taskFields = useTaskFields();
  const fields = taskFields.of(shown.departments);
  const cardFields = useMemo(
    () => columns.flatMap((name) => taskFields.find(name) ?? []),
    [columns, taskFields],
  );
  const { data, error, isFetching, isPlaceholderData, refetch } = useBoard(shown, order);
  const { board, move } = useMoves(data);
  const again = {
    message: errorMessage(error, failure),
    onRetry: () => void refetch(),
    retrying: isFetching,
  };
  const total = board?.groups.reduce((sum, column) => sum + column.total, 0);
  return (
    <>
      <FilterBar
        arrange={
          <>
            <SortMenu
              fields={fields.filter(({ kind }) => sortedFieldKinds.includes(kind))}
              isManualOneWay
              onChange={onOrderChange}
              order={order}
            />
            <ShownFields fields={fields} chosen={columns} onChange={onColumnsChange} />
          </>
        }
        isSearching={isPlaceholderData && isFetching}
        onChange={onShownChange}
        people={board ? peopleOf(board) : []}
        shown={shown}
      >
        {board && describe(board)}
      </FilterBar>
      <AsOf className="mb-2 flex-none" queryKey={boardKey(shown, order)} />
      {error && board && <RetryAlert {...again} className="mb-3 flex-none" />}
      {error && !board && <ErrorState {...again} />}
      {!error && !board && <BoardSkeleton />}
      {board && total === 0 && isNarrowed(shown) && (
        <EmptyState
          action={
            <Button
              onClick={() => onShownChange({ ...taskSearch.read({}), departments: shown.departments })}
              size="sm"
            >
              Clear filters
            </Button>
          }
          drawing="search"
          title="No tasks found"
        />
      )}
      {board && (total !== 0 || !isNarrowed(shown)) && (
        <div
          aria-busy={isPlaceholderData}
          className={cx("flex min-h-0 flex-1 flex-col", isPlaceholderData && "opacity-60")}
        >
          <Board
            board={board}
            fields={cardFields}
            onAdd={onAdd}
            onManual={() => onOrderChange(manualOrder)}
            onMove={move}
            onOpen={onOpen}
            openId={openId}
          />
        </div>
      )}
    </>
  );
}

/** "25 tasks, 1 due today"; the latter where all tasks are here to be looked at. */
function describe({ groups }: BoardState): string {
  const total = groups.reduce((sum, column) => sum + column.total, 0);
  const count = counted(total, "task");
  if (groups.some(({ nextCursor }) => nextCursor !== null)) return count;
  const today = dayOf(new Date());
  const due = groups
    .flatMap(({ items }) => items)
    // The status changes at once, the time of completion with the server's answer.
    .filter(
      ({ due, status, completedAt }) => due?.date === today && status !== "done" && completedAt === null,
    );
  return due.length > 0 ? `${count}, ${due.length} due today` : count;
}

function peopleOf({ groups }: BoardState): Person[] {
  const people = new Map<string, Person>();
  for (const { items } of groups) {
    for (const { assignee } of items) if (assignee) people.set(assignee.id, assignee);
  }
  return [...people.values()];
}

/** A board with the viewer's own changes, and the way to move its cards: several are one change with one Undo. */
function useMoves(board: BoardState | undefined) {
  const isManual = board?.order.sort === "manual";
  const shown = useShownTasks(boards, board, { isManual });

  const change = useFinishing(board?.groups.flatMap(({ items }) => items) ?? []);
  function move(tasks: readonly Task[], place: PlaceOnBoard): void {
    const [first] = tasks;
    if (!first || !board) return;
    const isOne = tasks.length === 1;
    const column = stateName(place);
    const task = shown && findItem<Task>(shown, first.id);
    const isSame = task?.status === place.status && (!place.state || task.state?.id === place.state.id);
    change({
      about: tasks.map(({ id }) => id),
      title: isOne ? `“${first.title}”` : `${tasks.length} tasks`,
      said: isOne
        ? `Moved ${isSame ? "within" : "to"} ${column}`
        : `${tasks.length} tasks moved to ${column}`,
      change: { act: "move", ...place, isPlaced: isManual },
    });
  }
  return { board: shown, move };
}
