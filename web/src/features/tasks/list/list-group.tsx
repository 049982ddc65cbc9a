import { isOwnFieldName, type TaskStatus, taskPriorities, taskStatuses } from "@atoll/contract/tasks/limits";
import { ChevronDown, Plus } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { isWhole } from "../../../capabilities/grouped-list/grouped-list.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { cx } from "../../../ui/base/cx.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { MoreOfGroup } from "../../../ui/list/more-of-group.tsx";
import { AddInPlace } from "../create/add-line.tsx";
import type { AddTask } from "../create/new-task-form.ts";
import { type Preset, presetIn, presetInCycle } from "../create/preset.ts";
import type { Arrangement } from "../data/arrangement.ts";
import { type TaskGroupOf, type TaskList, useMoreOfGroup } from "../data/use-task-list.ts";
import { StatusRing } from "../status-ring.tsx";
import { TotalCount } from "../total-count.tsx";
import { groupName } from "./group-change.ts";
import { zoneOf } from "./use-list-drag.tsx";

export interface ListGroupProps {
  list: TaskList;
  group: TaskGroupOf;
  isFolded: boolean;
  onFold: () => void;
  /** People group the tasks: not all are one group, and no formula groups them. */
  isGrouped: boolean;
  /** A task that is dragged can be dropped here. */
  isTarget: boolean;
  /** Opens the form for a new task of this status; left out where the viewer may not create one. */
  onAdd?: AddTask | undefined;
  children: ReactNode;
}

/** The tasks of one group under its name, which folds them away. A list that nothing tells apart has no heads. */
export function ListGroup({
  list,
  group,
  isFolded,
  onFold,
  isGrouped,
  isTarget,
  onAdd,
  children,
}: ListGroupProps) {
  const id = useId();
  const { arrangement } = list;
  const name = groupName(arrangement, group);
  const isAlone = arrangement.group === "none";
  const [isAdding, setIsAdding] = useState(false);
  const preset = isGrouped ? presetOfGroup(arrangement, group) : {};
  const more = useMoreOfGroup(list.shown, arrangement, group);
  return (
    <section
      aria-labelledby={id}
      className={cx(isTarget && "data-drag-over:bg-primary-soft")}
      data-drag-unordered=""
      data-drag-zone={isGrouped ? zoneOf(group) : undefined}
    >
      <h2 className={isAlone ? "sr-only" : headLook}>
        <button
          aria-expanded={!isFolded}
          className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-sm text-left"
          onClick={onFold}
          type="button"
        >
          <ChevronDown className={cx("size-3.5 flex-none text-muted", isFolded && "-rotate-90")} />
          {arrangement.group === "status" && <StatusRing status={statusOf(group)} state={group.state} />}
          {group.person && <PersonAvatar person={group.person} decorative size={20} />}
          <span className="truncate" id={id}>
            {name}
          </span>
          <TotalCount value={group.total} />
        </button>
        {onAdd && preset && (
          <IconButton
            icon={Plus}
            label={`Add task to ${name}`}
            onClick={() => {
              if (isFolded) onFold();
              setIsAdding(true);
            }}
            size="xs"
          />
        )}
      </h2>
      {onAdd && preset && isAdding && !isFolded && (
        <AddInPlace
          {...preset}
          className="m-1 max-md:m-2"
          label={`New task in ${name}`}
          onAdd={onAdd}
          onClose={() => setIsAdding(false)}
          isWhole={isWhole(group)}
          shown={list.shown}
        />
      )}
      {!isFolded && (
        <>
          <ul aria-labelledby={id}>{children}</ul>
          {!isWhole(group) && (
            <MoreOfGroup
              alertClassName="m-2"
              className="flex justify-center border-b py-1"
              count={group.total - group.items.length}
              cursor={group.nextCursor}
              failure="Failed to load tasks"
              loadsInView
              more={more}
            />
          )}
        </>
      )}
    </section>
  );
}

const headLook =
  "sticky top-0 z-2 flex h-[30px] items-center gap-2 border-b bg-[color-mix(in_oklab,var(--surface-sunken)_60%,var(--surface-raised))] " +
  "pr-2 pl-2.5 font-semibold text-sm max-md:h-11";

/** Returns the fields of a task that belongs to the group; undefined where no new task does. */
function presetOfGroup(
  { group }: Arrangement,
  { value, person, state, cycle }: TaskGroupOf,
): Partial<Preset> | undefined {
  if (group === "status" && state) return presetIn({ status: state.status, state });
  const status = taskStatuses.find((one) => one === value);
  const priority = taskPriorities.find((one) => one === value);
  if (group === "status") return status && { task: { status } };
  if (group === "priority") return priority && { task: { priority } };
  if (isOwnFieldName(group))
    return value === null ? {} : { task: { fields: { [group]: value === "true" ? true : value } } };
  if (group === "assignee") return { assignee: person };
  if (group === "cycle") return presetInCycle(value, cycle);
  if (group !== "due") return {};
  return value === "today"
    ? { task: { due: { date: dayOf(new Date()) } } }
    : value === "none"
      ? {}
      : undefined;
}

function statusOf({ value, state }: TaskGroupOf): TaskStatus {
  return state?.status ?? taskStatuses.find((status) => status === value) ?? "todo";
}
