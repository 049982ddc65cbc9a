import { isComputed } from "@atoll/contract/fields/field-schemas";
import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import { isOwnFieldName } from "@atoll/contract/tasks/limits";
import type { Task } from "@atoll/contract/tasks/schemas";
import { type CSSProperties, useCallback, useEffect, useId, useMemo, useState } from "react";
import { useUnsettled } from "../../../capabilities/changes/use-unsettled.ts";
import { findItem } from "../../../capabilities/grouped-list/grouped-list.ts";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { useConnectionState } from "../../../lib/server/socket.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { useNow } from "../../../lib/time/use-now.ts";
import { KeyCaps } from "../../../ui/badge/key-caps.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { useWidth } from "../../../ui/chart/use-width.ts";
import { DragOverlay } from "../../../ui/drag/drag-overlay.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { useSelection } from "../../../ui/list/use-selection.ts";
import { taskChanges } from "../changes/task-changes.ts";
import { useFinishing } from "../changes/use-finishing.ts";
import type { AddTask } from "../create/new-task-form.ts";
import { useTaskCycles } from "../data/use-task-cycles.ts";
import { useTaskFields } from "../data/use-task-fields.ts";
import type { TaskGroupOf, TaskList } from "../data/use-task-list.ts";
import { BulkBar } from "../fields/bulk-bar.tsx";
import { useAssignToMe } from "../fields/use-assign-to-me.ts";
import { useListKeys } from "../keys/use-task-keys.ts";
import type { OpenListedTask } from "../keys/use-task-steps.ts";
import { changeToGroup, withEmptyGroups } from "./group-change.ts";
import { ListGroup } from "./list-group.tsx";
import { ListRow, listColumns } from "./list-row.tsx";
import { listDragHint, useListDrag } from "./use-list-drag.tsx";

export interface ListProps {
  /** The company's own fields that have a column. */
  columns: readonly TaskField[];
  list: TaskList;
  /** The task whose sheet is open. */
  openId: string | undefined;
  onOpen: OpenListedTask;
  onAdd?: AddTask | undefined;
}

/** The tasks in rows, told apart by what their list says. */
export function List({ columns: given, list, openId, onOpen, onAdd }: ListProps) {
  const isPhone = useIsPhone();
  const [root, width] = useWidth<HTMLDivElement>(1000);
  const fitting = isPhone ? 0 : Math.max(0, Math.floor((width - widthOfOthers) / widthOfColumn));
  const names = given.map((field) => JSON.stringify(field)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same fields stay the same array, as rows compare it
  const columns = useMemo(() => given, [names]);
  const now = useNow();
  const { departments } = useViewer();
  const [folded, setFolded] = useState<readonly (string | null)[]>([]);
  const [editing, setEditing] = useState<string>();
  const change = useFinishing(useMemo(() => list.groups.flatMap(({ items }) => items), [list]));
  const unsettled = useUnsettled(taskChanges);
  const isOffline = useConnectionState() !== "connected";
  const order = useMemo(
    () =>
      list.groups.flatMap(({ value, items }) => (folded.includes(value) ? [] : items.map(({ id }) => id))),
    [list, folded],
  );
  const { chosen, toggle, extendTo, all, clear } = useSelection(order);
  const choose = useCallback(
    (taskId: string, isRange: boolean) => (isRange ? extendTo(taskId) : toggle(taskId)),
    [extendTo, toggle],
  );
  const assignToMe = useAssignToMe(change);
  const keys = useListKeys({
    onChoose: choose,
    onEditTitle: setEditing,
    openId,
    onOpen,
    onAssignToMe(taskId) {
      const task = findItem<Task>(list, taskId);
      if (task) assignToMe(task);
    },
  });
  const rows = keys.ref;
  const isChoosing = chosen.size > 0;
  useEffect(() => {
    // The bar takes its space from the rows: the chosen one stays in view.
    const row = isChoosing && rows.current?.querySelector("[data-task]:focus-within");
    if (row) row.scrollIntoView({ block: "nearest" });
  }, [isChoosing, rows]);
  const hintId = useId();
  const { group: groupedBy } = list.arrangement;
  const { find } = useTaskFields();
  const ownField = isOwnFieldName(groupedBy) ? find(groupedBy) : undefined;
  // Nobody writes the results of a formula.
  const isGrouped = groupedBy !== "none" && !(ownField && isComputed(ownField));
  const changeTo = (group: TaskGroupOf) =>
    isGrouped ? changeToGroup(list.arrangement, group, now) : undefined;
  const taskCycles = useTaskCycles();
  const shownDepartments = list.shown.departments;
  const cycles = useMemo(() => taskCycles.of(shownDepartments), [taskCycles, shownDepartments]);
  const groups = useMemo(
    () => withEmptyGroups(list.groups, list.arrangement, now, cycles),
    [list, now, cycles],
  );
  const { drag, draggedRow } = useListDrag({ list, groups, changeTo, chosen, onChange: change });
  const slugOf = (id: string | null) => departments.find((one) => one.id === id)?.slug ?? "all";
  return (
    <div
      className={cardLook}
      ref={root}
      style={{ "--own": `${widthOfColumn}px `.repeat(Math.min(fitting, columns.length)) } as CSSProperties}
    >
      {!isPhone && (
        <div className={cx(listColumns, headLook)}>
          <span className="flex justify-center">
            <Checkbox
              checked={order.length > 0 && chosen.size === order.length}
              hideLabel
              indeterminate={chosen.size > 0 && chosen.size < order.length}
              label="Select all tasks that are loaded"
              onChange={({ target }) => (target.checked ? all() : clear())}
            />
          </span>
          <span />
          <span>Title</span>
          <span>Tags</span>
          <span>Priority</span>
          <span>Due</span>
          {columns.slice(0, fitting).map(({ name, label }) => (
            <span className="truncate pr-2" key={name} title={label}>
              {label}
            </span>
          ))}
          <span />
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows in it */}
      <div className="min-h-0 flex-1 md:scroll-body" onKeyDown={keys.onKeyDown} ref={keys.ref}>
        <div ref={drag.root}>
          {groups.map((group) => (
            <ListGroup
              group={group}
              isGrouped={isGrouped}
              isTarget={changeTo(group) !== undefined}
              isFolded={folded.includes(group.value)}
              key={group.value}
              list={list}
              onAdd={onAdd}
              onFold={() =>
                setFolded((before) =>
                  before.includes(group.value)
                    ? before.filter((value) => value !== group.value)
                    : [...before, group.value],
                )
              }
            >
              {group.items.map((task) => (
                <ListRow
                  columns={columns}
                  fitting={fitting}
                  department={slugOf(task.departmentId)}
                  hintId={isGrouped ? hintId : undefined}
                  isDragged={drag.dragged?.carried.has(task.id) === true}
                  isEditing={editing === task.id}
                  isOpen={task.id === openId}
                  isPhone={isPhone}
                  isSelected={chosen.has(task.id)}
                  isWaiting={isOffline && unsettled.some(({ body }) => body.about.includes(task.id))}
                  key={task.id}
                  now={now}
                  onChange={change}
                  onEdit={setEditing}
                  onOpen={onOpen}
                  onSelect={choose}
                  task={task}
                />
              ))}
            </ListGroup>
          ))}
        </div>
      </div>
      <DragOverlay drag={drag} hint={listDragHint} hintId={hintId}>
        {draggedRow}
      </DragOverlay>
      {chosen.size > 0 && (
        <BulkBar
          onClear={clear}
          tasks={list.groups.flatMap(({ items }) => items).filter(({ id }) => chosen.has(id))}
        />
      )}
      {!isPhone && chosen.size === 0 && <KeyLine />}
    </div>
  );
}

/** In pixels: a column of a field, and everything else of a row with a title that can be read. */
const widthOfColumn = 112;
const widthOfOthers = 640;

const cardLook =
  "flex min-h-0 flex-1 flex-col overflow-hidden bg-surface-raised max-md:-mx-4 max-md:overflow-visible max-md:border-t " +
  "md:rounded-lg md:border";
const headLook =
  "h-8 flex-none border-b bg-surface-sunken pr-2.5 font-semibold text-2xs text-faint scroll-head";

/** The keys of a row, where people look for them. */
function KeyLine() {
  return (
    <div
      aria-hidden="true"
      className="flex h-8 flex-none items-center gap-4 overflow-hidden border-t px-3.5 text-faint text-xs pointer-coarse:hidden"
    >
      {shown.map(([caps, does]) => (
        <span className="flex flex-none items-center gap-1.5" key={does}>
          <KeyCaps caps={caps} /> {does}
        </span>
      ))}
    </div>
  );
}

const shown: readonly (readonly [string[], string])[] = [
  [["J", "K"], "move"],
  [["X"], "select"],
  [["E"], "edit title"],
  [["S"], "status"],
  [["P"], "priority"],
  [["A"], "assign"],
  [["I"], "take on"],
  [["D"], "due"],
  [["C"], "cycle"],
  [["?"], "all keys"],
];
