import type { TaskStatus } from "@atoll/contract/tasks/limits";
import type { Task } from "@atoll/contract/tasks/schemas";
import { useCallback, useId, useMemo, useRef, useState } from "react";
import { findItem } from "../../../capabilities/grouped-list/grouped-list.ts";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { cx } from "../../../ui/base/cx.ts";
import { DragOverlay } from "../../../ui/drag/drag-overlay.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { useSelection } from "../../../ui/list/use-selection.ts";
import type { PlaceOnBoard } from "../changes/task-act.ts";
import { useFinishing } from "../changes/use-finishing.ts";
import type { AddTask } from "../create/new-task-form.ts";
import { statusNames } from "../data/task-words.ts";
import type { Board as BoardState } from "../data/use-board.ts";
import { useSlugs } from "../data/use-slugs.ts";
import { BulkBar } from "../fields/bulk-bar.tsx";
import { CardField, useCardField } from "../fields/card-field.tsx";
import { useAssignToMe } from "../fields/use-assign-to-me.ts";
import { useCardKeys } from "../keys/use-card-keys.ts";
import { useKeptFocus } from "../keys/use-kept-focus.ts";
import { type OpenListedTask, useTaskSteps } from "../keys/use-task-steps.ts";
import { BoardColumn } from "./board-column.tsx";
import { ColumnCards } from "./column-cards.tsx";
import { dragHint } from "./drag-words.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { cardLook, TaskCard } from "./task-card.tsx";
import { tasksInOrder, useBoardDrag } from "./use-board-drag.ts";

export interface BoardProps {
  board: BoardState;
  /** The task whose sheet is open. */
  openId: string | undefined;
  onOpen: OpenListedTask;
  onMove: (tasks: readonly Task[], place: PlaceOnBoard) => void;
  /** Shows the columns in the order that people make by moving cards. */
  onManual: () => void;
  onAdd?: AddTask | undefined;
}

/** The tasks in columns by status; on a phone one column under tabs. */
export function Board({ board, openId, onOpen, onMove, onManual, onAdd }: BoardProps) {
  const isPhone = useIsPhone();
  const now = useNow();
  const slugOf = useSlugs();
  const hintId = useId();
  const [current, setCurrent] = useState<TaskStatus>("todo");
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
  const { drag, heldTask } = useBoardDrag({ board, chosen, onMove, onManual });
  const { held, place, isHome } = drag;
  const alone = board.groups.find(({ status }) => status === current) ?? board.groups[0];
  const columns = isPhone ? board.groups.filter((column) => column === alone) : board.groups;
  const isManual = board.order.sort === "manual";
  const carried = held?.carried.size ?? 0;
  const heldCard = heldTask && (
    <div className={cx("relative", carried > 1 && pileLook)}>
      <div className={cx(cardLook, "relative shadow-3")}>
        <TaskCard department={slugOf(heldTask.departmentId)} now={now} task={heldTask} />
      </div>
      {carried > 1 && (
        <span className="absolute -top-2 -right-2 grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1.5 font-semibold text-2xs text-primary-contrast">
          {carried}
        </span>
      )}
    </div>
  );
  const moving =
    movingId === undefined ? [] : tasksInOrder(board, chosen.has(movingId) ? chosen : new Set([movingId]));
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the cards in it */}
      <div className="contents" onKeyDown={keys} ref={drag.root}>
        <div className="contents" ref={root}>
          {isPhone && alone && (
            <Tabs
              className="-mx-4 flex-none px-4"
              label="Status"
              onValueChange={setCurrent}
              tabs={board.groups.map(({ status, total }) => ({
                value: status,
                label: statusNames[status],
                count: total,
                zone: status,
              }))}
              value={alone.status}
            />
          )}
          <div className={isPhone ? "pt-3" : "flex min-h-0 flex-1 gap-3 overflow-x-auto max-xl:pb-2"}>
            {columns.map((column) => (
              <BoardColumn
                column={column}
                isAlone={isPhone}
                key={column.status}
                onAdd={onAdd}
                order={board.order}
                shown={board.shown}
              >
                <ColumnCards
                  chosen={chosen}
                  fieldOf={
                    column.items.some(({ id }) => id === field.shown?.taskId)
                      ? (task) =>
                          field.shown?.taskId === task.id && (
                            <CardField
                              field={field.shown.field}
                              key={field.shown.opening}
                              now={now}
                              onChange={change}
                              onClose={field.close}
                              task={task}
                            />
                          )
                      : undefined
                  }
                  held={held && column.items.some(({ id }) => held.carried.has(id)) ? held : undefined}
                  hintId={hintId}
                  isChoosing={chosen.size > 0}
                  isHome={isHome}
                  items={column.items}
                  now={now}
                  onChoose={choose}
                  onMove={setMovingId}
                  onOpen={onOpen}
                  openId={openId}
                  place={isManual && !isHome && place?.zone === column.status ? place : undefined}
                  slotCard={
                    isManual && held?.by === "keys" && !isHome && place?.zone === column.status && heldCard
                  }
                  slotHeight={held?.box.height ?? 0}
                  slugOf={slugOf}
                />
              </BoardColumn>
            ))}
          </div>
        </div>
      </div>
      {chosen.size > 0 && (
        <BulkBar onClear={selection.clear} tasks={all.filter(({ id }) => chosen.has(id))} />
      )}
      <DragOverlay drag={drag} hint={dragHint} hintId={hintId}>
        {heldCard}
      </DragOverlay>
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
