import type { IdeaStatus } from "@atoll/contract/ideas/limits";
import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import { ArrowRightLeft, Ellipsis, List } from "lucide-react";
import { cloneElement } from "react";
import { Count } from "../../../ui/badge/count.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { BoardColumn } from "../../../ui/board/board.tsx";
import { cardInList, cardLink, cardMenuLook, gapLook } from "../../../ui/board/drop-slot.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { MoreOfGroup } from "../../../ui/list/more-of-group.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { type IdeaColumn as Column, type IdeaBoard, useMoreOfColumn } from "../data/use-idea-board.ts";
import { statusNames } from "../data/words.ts";
import type { RenderIdeaLink } from "../idea-row.tsx";
import { StatusRing } from "../status-badge.tsx";
import { IdeaCard, ideaCardLook } from "./idea-card.tsx";

export interface IdeaColumnProps {
  /** All columns of the board. */
  statuses: readonly IdeaStatus[];
  status: IdeaStatus;
  /** Undefined until it is loaded. */
  board: IdeaBoard | undefined;
  isAlone: boolean;
  draggedId: string | undefined;
  hintId: string;
  renderLink: RenderIdeaLink;
  /** Whether the viewer may move a card: they manage ideas, or own this one. */
  mayMove: (idea: ListedIdea) => boolean;
  onMove: (idea: ListedIdea, to: IdeaStatus) => void;
  /** Shows the ideas of a status as a list. */
  onList: (status: IdeaStatus) => void;
}

/** The ideas of one status, those with the most votes first. */
export function IdeaColumn(props: IdeaColumnProps) {
  const { status, board, isAlone, onList } = props;
  const column = board?.groups.find((group) => group.status === status);
  return (
    <BoardColumn
      head={(title) => (
        <>
          <StatusRing status={status} />
          {title}
          <Count value={column?.total ?? 0} />
          <span className="ml-auto">
            <Menu
              label={`Actions for ${statusNames[status]}`}
              align="end"
              trigger={<IconButton icon={Ellipsis} size="xs" label={`Actions for ${statusNames[status]}`} />}
              items={[{ label: "Show as a list", icon: List, onSelect: () => onList(status) }]}
            />
          </span>
        </>
      )}
      headLook="flex h-10 flex-none items-center gap-2 pr-2 pl-3"
      isAlone={isAlone}
      isUnordered
      name={statusNames[status]}
      width="max-xl:w-[264px]"
      zone={status}
    >
      {board ? (
        column?.items.map((idea) => <Card key={idea.id} {...props} idea={idea} />)
      ) : (
        <li>
          <Loading />
        </li>
      )}
      {board && column && column.nextCursor !== null && <More board={board} column={column} />}
    </BoardColumn>
  );
}

function More({ board, column }: { board: IdeaBoard; column: Column }) {
  const { status, nextCursor, total, items } = column;
  return (
    <li className="-mt-2 flex-none">
      <MoreOfGroup
        className="flex justify-center p-3"
        count={total - items.length}
        cursor={nextCursor}
        failure="Failed to fetch ideas"
        more={useMoreOfColumn(board, status)}
        variant="secondary"
      />
    </li>
  );
}

function Loading() {
  return (
    <SkeletonGroup label="Loading ideas" className="flex flex-col gap-2">
      {[84, 64, 84].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <Skeleton key={index} width="100%" height={height} />
      ))}
    </SkeletonGroup>
  );
}

function Card(props: IdeaColumnProps & { idea: ListedIdea }) {
  const { idea, statuses, draggedId, hintId, renderLink, mayMove, onMove } = props;
  const isMovable = mayMove(idea);
  const label = `Actions for ${idea.title}`;
  return (
    <li
      className={cx(ideaCardLook, cardInList, "group", draggedId === idea.id && gapLook.away)}
      {...(isMovable ? { "data-drag-item": idea.id } : {})}
    >
      <IdeaCard
        idea={idea}
        title={cloneElement(renderLink(idea.id), {
          className: cardLink,
          children: idea.title,
          ...(isMovable ? { "aria-describedby": hintId } : {}),
          draggable: false,
        } as object)}
        actions={
          isMovable && (
            <span className="relative z-1 -my-1 -mr-1.5 flex-none max-md:-my-2.5" data-no-drag="">
              <Menu
                align="end"
                label={label}
                trigger={<IconButton icon={Ellipsis} size="xs" label={label} className={cardMenuLook} />}
                items={statuses
                  .filter((to) => to !== idea.status)
                  .map((to) => ({
                    label: `Move to ${statusNames[to]}`,
                    icon: ArrowRightLeft,
                    onSelect: () => onMove(idea, to),
                  }))}
              />
            </span>
          )
        }
      />
    </li>
  );
}
