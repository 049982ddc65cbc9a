import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import type { Task } from "@atoll/contract/tasks/schemas";
import { useCallback, useId, useMemo, useRef, useState } from "react";
import { findItem } from "../../../capabilities/grouped-list/grouped-list.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { cx } from "../../../ui/base/cx.ts";
import { BoardFrame } from "../../../ui/board/board.tsx";
import { dragHint } from "../../../ui/board/drag-words.ts";
import { useSelection } from "../../../ui/list/use-selection.ts";
import type { PlaceOnBoard } from "../changes/task-act.ts";
import { useFinishing } from "../changes/use-finishing.ts";
import type { AddTask } from "../create/new-task-form.ts";
import type { Board as BoardState } from "../data/use-board.ts";
import { useSlugs } from "../data/use-slugs.ts";
import { stateKey, stateName } from "../data/use-task-states.ts";
import { BulkBar } from "../fields/bulk-bar.tsx";
import { CardField, useCardField } from "../fields/card-field.tsx";
import { useAssignToMe } from "../fields/use-assign-to-me.ts";
import { useKeptFocus } from "../keys/use-kept-focus.ts";
import { useCardKeys } from "../keys/use-task-keys.ts";
import { type OpenListedTask, useTaskSteps } from "../keys/use-task-steps.ts";
import { ColumnCards, TaskColumn } from "./board-column.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { cardLook, TaskCard } from "./task-card.tsx";
import { tasksInOrder, useBoardDrag } from "./use-board-drag.ts";

export interface BoardProps {
  board: BoardState;
  /** The company's own fields that cards show. */
  fields: readonly TaskField[];
  /** The task whose sheet is open. */
  openId: string | undefined;
  onOpen: OpenListedTask;
  onMove: (tasks: readonly Task[], place: PlaceOnBoard) => void;
  /** Shows the columns in the order that people make by moving cards. */
  onManual: () => void;
  onAdd?: AddTask | undefined;
}

const hint = dragHint("task", " M moves it without lifting.");

/** The tasks in columns by status or own state; on a phone one column under tabs. */
export function Board({ board, fields, openId, onOpen, onMove, onManual, onAdd }: BoardProps) {
  const now = useNow();
  const slugOf = useSlugs();
  const hintId = useId();
  const [movingId, setMovingId] = useState<string>();
  const all = useMemo(() => board.groups.flatMap(({ items }) => items), [board]);
  const selection = useSelection(useMemo(() => all.map(({ id }) => id), [all]));
  const { chosen, toggle, extendTo } = selection;
  const choose = useCallback(
    (taskId: string, isRange: boolean) => (isRange ? extendTo(taskId) : toggle(taskId)),
    [extendTo, toggle],
  );
  const root = useRef<HTMLDivElement>(null);
  const field = useCardField();
  const change = useFinishing(all);
  useKeptFocus(root);
  useTaskSteps({ root, openId, onOpen });
  const assignToMe = useAssignToMe(change);
  const keys = useCardKeys((taskId) => findItem(board, taskId), {
    onMove: ({ id }) => setMovingId(id),
    onChoose: choose,
    onField: field.open,
    onAssignToMe: assignToMe,
  });
  const { drag, draggedTask } = useBoardDrag({ board, chosen, onMove, onManual });
  const { dragged, place, isHome } = drag;
  const isManual = board.order.sort === "manual";
  const carried = dragged?.carried.size ?? 0;
  const draggedCard = draggedTask && (
    <div className={cx("relative", carried > 1 && pileLook)}>
      <div className={cx(cardLook, "relative shadow-3")}>
        <TaskCard
          department={slugOf(draggedTask.departmentId)}
          fields={fields}
          now={now}
          task={draggedTask}
        />
      </div>
      {carried > 1 && (
        <span className="absolute -top-2 -right-2 grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1.5 font-semibold text-2xs text-primary-contrast">
          {carried}
        </span>
      )}
    </div>
  );
  const fieldOf = (task: Task) =>
    field.shown?.taskId === task.id && (
      <CardField
        field={field.shown.field}
        key={field.shown.opening}
        now={now}
        onChange={change}
        onClose={field.close}
        task={task}
      />
    );
  const moving =
    movingId === undefined ? [] : tasksInOrder(board, chosen.has(movingId) ? chosen : new Set([movingId]));
  return (
    <>
      <div className="contents" ref={root}>
        <BoardFrame
          columns={board.groups.map((column) => ({
            key: stateKey(column),
            name: stateName(column),
            count: column.total,
          }))}
          drag={drag}
          dragged={draggedCard}
          hint={hint}
          hintId={hintId}
          label="Status"
          onKeyDown={keys}
        >
          {(key, isAlone) => {
            const column = board.groups.find((group) => stateKey(group) === key);
            const isTarget = isManual && !isHome && place?.zone === key;
            return (
              column && (
                <TaskColumn
                  column={column}
                  isAlone={isAlone}
                  isOneOfMany={board.groups.length > 5}
                  onAdd={onAdd}
                  order={board.order}
                  shown={board.shown}
                >
                  <ColumnCards
                    chosen={chosen}
                    fields={fields}
                    fieldOf={column.items.some(({ id }) => id === field.shown?.taskId) ? fieldOf : undefined}
                    dragged={
                      dragged && column.items.some(({ id }) => dragged.carried.has(id)) ? dragged : undefined
                    }
                    hintId={hintId}
                    isChoosing={chosen.size > 0}
                    isHome={isHome}
                    items={column.items}
                    now={now}
                    onChoose={choose}
                    onMove={setMovingId}
                    onOpen={onOpen}
                    openId={openId}
                    place={isTarget ? place : undefined}
                    slotCard={isTarget && dragged?.by === "keys" && draggedCard}
                    slotHeight={dragged?.box.height ?? 0}
                    slugOf={slugOf}
                  />
                </TaskColumn>
              )
            );
          }}
        </BoardFrame>
      </div>
      {chosen.size > 0 && (
        <BulkBar onClear={selection.clear} tasks={all.filter(({ id }) => chosen.has(id))} />
      )}
      {moving.length > 0 && (
        <MoveDialog
          board={board}
          key={movingId}
          onClose={() => setMovingId(undefined)}
          onMove={(to) => onMove(moving, to)}
          tasks={moving}
        />
      )}
    </>
  );
}

/** Others lie under it. */
const pileLook =
  "before:absolute before:inset-x-1 before:top-1 before:-bottom-1.5 before:rounded-md before:border before:bg-surface-raised before:shadow-2";
