import type { Person } from "@atoll/contract/people/schemas";
import { groupedFieldKinds, sortedFieldKinds, type TaskField } from "@atoll/contract/tasks/field-schemas";
import {
  isOwnFieldName,
  maxExportedTasks,
  type OwnFieldName,
  type TaskGroup,
  taskGroups,
} from "@atoll/contract/tasks/limits";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import { taskSearch } from "@atoll/contract/tasks/list-search";
import { Layers } from "lucide-react";
import type { ReactNode } from "react";
import { ExportButton } from "../../../capabilities/export/export-button.tsx";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { useShownTasks } from "../changes/task-changes.ts";
import type { AddTask } from "../create/new-task-form.ts";
import { type Arrangement, sortQuery } from "../data/arrangement.ts";
import { duringNames } from "../data/during.ts";
import { isNarrowed, type ShownTasks, taskQuery } from "../data/task-filter.ts";
import { groupNames } from "../data/task-words.ts";
import { useTaskFields } from "../data/use-task-fields.ts";
import { type TaskList as ListState, taskLists, useTaskList } from "../data/use-task-list.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import { ShownFields } from "../filters/own-filters.tsx";
import { SortMenu } from "../filters/sort-menu.tsx";
import type { OpenListedTask } from "../keys/use-task-steps.ts";
import { List } from "./list.tsx";

/** The list to come. */
function ListSkeleton() {
  return (
    <SkeletonGroup
      className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border bg-surface-raised max-md:rounded-none max-md:border-0"
      label="Loading tasks"
    >
      {widths.map((width) => (
        <div className="flex h-8 flex-none items-center gap-3 border-b px-3 max-md:h-11" key={width}>
          <Skeleton height={14} width={14} />
          <Skeleton height={12} width={width} />
          <Skeleton className="ml-auto" height={18} width={64} />
        </div>
      ))}
    </SkeletonGroup>
  );
}

const widths = ["41%", "28%", "36%", "52%", "24%", "47%", "33%", "39%"];

export interface TaskListProps {
  shown: ShownTasks;
  onShownChange: (shown: ShownTasks) => void;
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  /** The company's own fields that have a column. */
  columns: readonly OwnFieldName[];
  onColumnsChange: (columns: OwnFieldName[]) => void;
  openId: string | undefined;
  onOpen: OpenListedTask;
  onAdd?: AddTask | undefined;
  /** Stands above the filters: the saved views, with how many tasks there are, and what can be done with all of them. */
  views: (total: number | undefined, actions: ReactNode) => ReactNode;
  /** Stands next to the list: the open task, where there is space for it. */
  aside?: ReactNode;
}

const failure = "Failed to load tasks";

/** The list with what it is narrowed and told apart by, and what stands in its place while there is none. */
export function TaskList(props: TaskListProps) {
  const { shown, onShownChange, arrangement, onArrange, openId, onOpen, onAdd, views, aside } = props;
  const { columns, onColumnsChange } = props;
  const { of, find } = useTaskFields();
  const fields = of(shown.departments);
  const { data, error, isFetching, isPlaceholderData, refetch } = useTaskList(shown, arrangement);
  const list = useShownTasks(taskLists, data);
  const again = {
    message: errorMessage(error, failure),
    onRetry: () => void refetch(),
    retrying: isFetching,
  };
  const total = list?.groups.reduce((sum, group) => sum + group.total, 0) ?? 0;
  return (
    <>
      {views(
        list && total,
        <ExportTasks arrangement={arrangement} disabled={total === 0} fields={fields} shown={shown} />,
      )}
      <FilterBar
        arrange={
          <>
            <ArrangeMenus arrangement={arrangement} fields={fields} onChange={onArrange} />
            <ShownFields fields={fields} chosen={columns} onChange={onColumnsChange} />
          </>
        }
        isNarrow
        isSearching={isPlaceholderData && isFetching}
        onChange={onShownChange}
        people={list ? peopleOf(list) : []}
        shown={shown}
      />
      {error && list && <RetryAlert {...again} className="mb-3 flex-none" />}
      <div className="flex min-h-0 flex-1 gap-4">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {error && !list && <ErrorState {...again} />}
          {!error && !list && <ListSkeleton />}
          {list && total === 0 && (
            <Nothing
              shown={shown}
              onClear={() => onShownChange({ ...taskSearch.read({}), departments: shown.departments })}
            />
          )}
          {list && total > 0 && (
            <div
              aria-busy={isPlaceholderData}
              className={cx("flex min-h-0 flex-1 flex-col", isPlaceholderData && "opacity-60")}
            >
              <List
                columns={columns.flatMap((name) => find(name) ?? [])}
                list={list}
                onAdd={onAdd}
                onOpen={onOpen}
                openId={openId}
              />
            </div>
          )}
        </div>
        {aside}
      </div>
    </>
  );
}

/** Specification, section 8 (empty states). */
function Nothing({ shown, onClear }: { shown: ShownTasks; onClear: () => void }) {
  const { scope, priorities, assignees, tags, due, text } = shown;
  const isOwn = scope === "assigned" && text === "" && duringNames.every((name) => shown[name] === undefined);
  if (isOwn && [priorities, assignees, tags, due].every((chosen) => chosen.length === 0))
    return <EmptyState drawing="tasks" title="No assigned tasks." />;
  if (!isNarrowed(shown)) return <EmptyState drawing="tasks" title="No tasks yet" />;
  return (
    <EmptyState
      action={
        <Button onClick={onClear} size="sm">
          Clear filters
        </Button>
      }
      drawing="search"
      title="No tasks found"
    />
  );
}

/** Returns the people who have tasks in a list. */
export function peopleOf({ groups }: ListState): Person[] {
  const people = new Map<string, Person>();
  for (const { items } of groups) {
    for (const { assignee } of items) if (assignee) people.set(assignee.id, assignee);
  }
  return [...people.values()];
}

interface ArrangeMenusProps {
  arrangement: Arrangement;
  fields: readonly TaskField[];
  onChange: (arrangement: Arrangement) => void;
}

/** The menus for the grouping of a list and the order within its groups. */
export function ArrangeMenus({ arrangement, fields, onChange }: ArrangeMenusProps) {
  const { group } = arrangement;
  const grouped = fields.filter(({ kind }) => groupedFieldKinds.includes(kind));
  const name = isOwnFieldName(group)
    ? (fields.find((field) => field.name === group)?.label ?? "Field")
    : groupNames[group];
  return (
    <>
      <Menu
        align="start"
        items={[
          {
            choice: "Group by",
            value: group,
            options: [
              ...taskGroups.map((value) => ({ value: value as TaskGroup, label: groupNames[value] })),
              ...grouped.map((field) => ({ value: field.name as TaskGroup, label: field.label })),
            ],
            onValueChange(next) {
              const chosen = isOwnFieldName(next) ? next : taskGroups.find((value) => value === next);
              if (chosen) onChange({ ...arrangement, group: chosen });
            },
          },
        ]}
        label="Group by"
        trigger={<FilterButton icon={Layers} label={`Group: ${name}`} />}
      />
      <SortMenu
        fields={fields.filter(({ kind }) => sortedFieldKinds.includes(kind))}
        onChange={(order) => onChange({ ...arrangement, ...order })}
        order={arrangement}
      />
    </>
  );
}

interface ExportTasksProps {
  /** The own fields that are exported. */
  fields: readonly TaskField[];
  shown: ShownTasks;
  arrangement: Arrangement;
  disabled: boolean;
}

/** Saves the tasks of the list as CSV. */
function ExportTasks({ shown, arrangement, fields, disabled }: ExportTasksProps) {
  return (
    <ExportButton
      things="tasks"
      maxRows={maxExportedTasks}
      fetchPart={(cursor) =>
        call(taskListRoutes.exportTasks, {
          query: {
            ...taskQuery(shown),
            ...sortQuery(arrangement),
            columns: fields.map(({ name }) => name).join(),
            cursor,
          },
        })
      }
      disabled={disabled}
    />
  );
}
