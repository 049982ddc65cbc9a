import type { Task } from "@atoll/contract/tasks/schemas";
import { Fragment, memo, type ReactNode } from "react";
import type { DragPlace } from "../../../ui/drag/places.ts";
import type { Held } from "../../../ui/drag/use-drag.ts";
import { BoardCard, type BoardCardProps } from "./board-card.tsx";
import { DropSlot } from "./drop-slot.tsx";

export interface ColumnCardsProps
  extends Pick<BoardCardProps, "now" | "hintId" | "isChoosing" | "onChoose" | "onOpen" | "onMove"> {
  items: readonly Task[];
  openId: string | undefined;
  chosen: ReadonlySet<string>;
  slugOf: (departmentId: string | null) => string;
  /** Renders the field of a card that is being changed by keys; given only to the column with that card. */
  fieldOf: ((task: Task) => ReactNode) | undefined;
  /** One of these is held, or goes along with what is. */
  held: Held | undefined;
  /** That one would be dropped where it is. */
  isHome: boolean;
  /** Something would be dropped here; given only while it is elsewhere than at home. */
  place: DragPlace | undefined;
  /** As high as what is held, and by keys its card, which stands in it. */
  slotHeight: number;
  slotCard: ReactNode;
}

/** The cards of one column. Renders again only if a drag concerns this column. */
export const ColumnCards = memo(function ColumnCards(props: ColumnCardsProps) {
  const { items, openId, chosen, slugOf, held, isHome, place, slotHeight, slotCard, fieldOf, ...card } =
    props;
  const at = place ? slotIndex(items, place, held?.id) : -1;
  const slot = <DropSlot height={slotHeight}>{slotCard}</DropSlot>;
  return (
    <>
      {items.map((task, index) => (
        <Fragment key={task.id}>
          {index === at && slot}
          <BoardCard
            {...card}
            department={slugOf(task.departmentId)}
            field={fieldOf?.(task)}
            held={!held?.carried.has(task.id) ? "no" : isHome && held.by !== "landing" ? "home" : "away"}
            isChosen={chosen.has(task.id)}
            isOpen={task.id === openId}
            task={task}
          />
        </Fragment>
      ))}
      {at === items.length && slot}
    </>
  );
});

/** Before which of the cards the slot stands: behind the one that it goes by, wherever that is by now. */
function slotIndex(items: readonly Task[], { after, before }: DragPlace, heldId: string | undefined): number {
  const behind = items.findIndex(({ id }) => id === after);
  if (behind >= 0) return behind + 1;
  const ahead = items.findIndex(({ id }) => id === before);
  if (ahead >= 0) return ahead;
  return heldId !== undefined && items[0]?.id === heldId ? 1 : 0;
}
