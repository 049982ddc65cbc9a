import type { Task } from "@atoll/contract/tasks/schemas";
import { Plus } from "lucide-react";
import { memo, type ReactNode, useRef, useState } from "react";
import { isWhole } from "../../../capabilities/grouped-list/grouped-list.ts";
import { BoardColumn } from "../../../ui/board/board.tsx";
import { DropSlot, slotIndex, withSlot } from "../../../ui/board/drop-slot.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import type { DragPlace } from "../../../ui/drag/places.ts";
import type { Dragged } from "../../../ui/drag/use-drag.ts";
import { MoreOfGroup } from "../../../ui/list/more-of-group.tsx";
import { AddInPlace } from "../create/add-line.tsx";
import type { AddTask } from "../create/new-task-form.ts";
import { presetIn } from "../create/preset.ts";
import type { TaskOrder } from "../data/arrangement.ts";
import type { ShownTasks } from "../data/task-filter.ts";
import { type BoardColumn as Column, useMoreOfColumn } from "../data/use-board.ts";
import { stateKey, stateName } from "../data/use-task-states.ts";
import { StatusRing } from "../status-ring.tsx";
import { TotalCount } from "../total-count.tsx";
import { BoardCard, type BoardCardProps } from "./board-card.tsx";

export interface TaskColumnProps {
  column: Column;
  shown: ShownTasks;
  order: TaskOrder;
  /** A phone shows one column, under tabs that say its name. */
  isAlone: boolean;
  isOneOfMany: boolean;
  /** Opens the form for a new task of this status; left out where the viewer may not create one. */
  onAdd?: AddTask | undefined;
  children: ReactNode;
}

/** The tasks of one status. */
export function TaskColumn({ column, shown, order, isAlone, isOneOfMany, onAdd, children }: TaskColumnProps) {
  const { status, state, total, items, nextCursor } = column;
  const name = stateName(column);
  const [isAdding, setIsAdding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const more = useMoreOfColumn({ shown, order }, column);
  return (
    <BoardColumn
      below={
        onAdd &&
        isAdding && (
          <AddInPlace
            className="mx-2 mb-2"
            label={`New task in ${name}`}
            onAdd={onAdd}
            onClose={() => setIsAdding(false)}
            isWhole={isWhole(column)}
            shown={shown}
            {...presetIn({ status, state })}
          />
        )
      }
      head={(title) => (
        <>
          <StatusRing status={status} state={state} />
          {title}
          <TotalCount value={total} />
          {onAdd && !isAlone && (
            <IconButton
              className="ml-auto"
              icon={Plus}
              label={`Add task to ${name}`}
              onClick={() => {
                list.current?.scrollTo({ top: list.current.scrollHeight });
                setIsAdding(true);
              }}
              size="xs"
            />
          )}
        </>
      )}
      headLook="flex flex-none items-center gap-2 py-2 pr-2 pl-3"
      isAlone={isAlone}
      isOneOfMany={isOneOfMany}
      // Where a card has no place of its own the column as a whole is what it is dropped on.
      isUnordered={order.sort !== "manual"}
      list={list}
      name={name}
      // Where not all columns fit, a part of the next one shows that there is more.
      width="max-xl:w-[max(216px,calc((100%-36px)/3.35))]"
      zone={stateKey(column)}
    >
      {children}
      {nextCursor !== null && (
        <li className="flex-none">
          <MoreOfGroup
            className="flex justify-center pt-1"
            count={total - items.length}
            cursor={nextCursor}
            failure="Failed to load tasks"
            loadsInView
            more={more}
          />
        </li>
      )}
    </BoardColumn>
  );
}

export interface ColumnCardsProps
  extends Pick<
    BoardCardProps,
    "fields" | "now" | "hintId" | "isChoosing" | "onChoose" | "onOpen" | "onMove"
  > {
  items: readonly Task[];
  openId: string | undefined;
  chosen: ReadonlySet<string>;
  slugOf: (departmentId: string | null) => string;
  /** Renders the field of a card that is being changed by keys; given only to the column with that card. */
  fieldOf: ((task: Task) => ReactNode) | undefined;
  /** One of these is dragged, or goes along with what is. */
  dragged: Dragged | undefined;
  /** That one would be dropped where it is. */
  isHome: boolean;
  /** Something would be dropped here; given only while it is elsewhere than at home. */
  place: DragPlace | undefined;
  /** As high as what is dragged, and by keys its card, which stands in it. */
  slotHeight: number;
  slotCard: ReactNode;
}

/** The cards of one column. Renders again only if a drag concerns this column. */
export const ColumnCards = memo(function ColumnCards(props: ColumnCardsProps) {
  const { items, openId, chosen, slugOf, dragged, isHome, place, slotHeight, slotCard, fieldOf, ...card } =
    props;
  const cards = items.map((task) => (
    <BoardCard
      {...card}
      department={slugOf(task.departmentId)}
      field={fieldOf?.(task)}
      dragged={!dragged?.carried.has(task.id) ? "no" : isHome && dragged.by !== "landing" ? "home" : "away"}
      isChosen={chosen.has(task.id)}
      isOpen={task.id === openId}
      key={task.id}
      task={task}
    />
  ));
  // On the tab of the column a card is dropped at its top.
  const top = dragged !== undefined && items[0]?.id === dragged.id ? 1 : 0;
  return withSlot(
    cards,
    place ? (slotIndex(items, place) ?? top) : -1,
    <DropSlot height={slotHeight} key="slot">
      {slotCard}
    </DropSlot>,
  );
});
