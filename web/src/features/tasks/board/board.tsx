import type { TaskStatus } from "@atoll/contract/tasks/limits";
import type { Task } from "@atoll/contract/tasks/schemas";
import { useState } from "react";
import { useIsPhone } from "../../../lib/use-is-phone.ts";
import { useNow } from "../../../lib/use-now.ts";
import { useViewer } from "../../../lib/use-session.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import type { Board as BoardState, PlaceOnBoard } from "../data/board-state.ts";
import { statusNames } from "../data/task-words.ts";
import { BoardCard } from "./board-card.tsx";
import { BoardColumn } from "./board-column.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { useCardKeys } from "./use-card-keys.ts";

export interface BoardProps {
  board: BoardState;
  /** The task whose sheet is open. */
  openId: string | undefined;
  onOpen: (taskId: string) => void;
  onMove: (task: Task, place: PlaceOnBoard) => void;
  onAdd?: ((status: TaskStatus) => void) | undefined;
}

/** The tasks in columns by status; on a phone one column under tabs. */
export function Board({ board, openId, onOpen, onMove, onAdd }: BoardProps) {
  const isPhone = useIsPhone();
  const now = useNow();
  const { departments } = useViewer();
  const [current, setCurrent] = useState<TaskStatus>("todo");
  const [moving, setMoving] = useState<Task>();
  const keys = useCardKeys(board, setMoving);
  const alone = board.columns.find(({ status }) => status === current) ?? board.columns[0];
  const columns = isPhone ? board.columns.filter((column) => column === alone) : board.columns;
  const slugOf = (id: string | null) => departments.find((one) => one.id === id)?.slug ?? "all";
  return (
    <>
      {isPhone && alone && (
        <Tabs
          className="-mx-4 flex-none px-4"
          label="Status"
          onValueChange={setCurrent}
          tabs={board.columns.map(({ status, total }) => ({
            value: status,
            label: statusNames[status],
            count: total,
          }))}
          value={alone.status}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the cards in it */}
      <div
        className={isPhone ? "pt-3" : "flex min-h-0 flex-1 gap-3 overflow-x-auto max-xl:pb-2"}
        onKeyDown={keys}
      >
        {columns.map((column) => (
          <BoardColumn
            column={column}
            isAlone={isPhone}
            key={column.status}
            onAdd={onAdd}
            shown={board.shown}
          >
            {column.items.map((task) => (
              <BoardCard
                department={slugOf(task.departmentId)}
                isOpen={task.id === openId}
                key={task.id}
                now={now}
                onMove={setMoving}
                onOpen={onOpen}
                task={task}
              />
            ))}
          </BoardColumn>
        ))}
      </div>
      {moving && (
        <MoveDialog
          board={board}
          key={moving.id}
          onClose={() => setMoving(undefined)}
          onMove={(place) => onMove(moving, place)}
          task={moving}
        />
      )}
    </>
  );
}
