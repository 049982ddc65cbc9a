import { unmetNeed } from "@atoll/contract/cards/needs";
import type { Card } from "@atoll/contract/cards/schemas";
import { useId, useState } from "react";
import { useChanges, useUnsettled } from "../../../capabilities/changes/use-unsettled.ts";
import { withMoved } from "../../../capabilities/grouped-list/optimistic.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { cx } from "../../../ui/base/cx.ts";
import { BoardFrame } from "../../../ui/board/board.tsx";
import { dragHint, dragWords } from "../../../ui/board/drag-words.ts";
import { cardInList, cardLink, DropSlot, slotIndex, withSlot } from "../../../ui/board/drop-slot.tsx";
import { useDrag, useDragged } from "../../../ui/drag/use-drag.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import type { Section } from "../data/api.ts";
import { type CardBoard as Board, boardKind } from "../data/board-kind.ts";
import { cardChanges } from "../data/changes.ts";
import type { CardFilter } from "../data/filter.ts";
import { CardFace } from "./card-face.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { StageColumn } from "./stage-column.tsx";

const look = "flex-none rounded-md border bg-surface-raised shadow-1";
const hint = dragHint("card");

interface Move {
  card: Card;
  stage: string;
  afterId: string | null | undefined;
}

/** The cards of a section by stage; on a phone one stage under tabs. Cards are dragged between stages. */
export function CardBoard({
  section,
  board: loaded,
  filter,
  onOpen,
  hrefOf,
}: {
  section: Section;
  board: Board;
  filter: CardFilter;
  onOpen: (cardId: string) => void;
  hrefOf: (cardId: string) => string;
}) {
  const { type, figures } = section;
  const board = useMovedBoard(loaded);
  const queue = useChanges(cardChanges);
  const now = useNow();
  const hintId = useId();
  const [losing, setLosing] = useState<Move>();
  const cards = board.groups.flatMap(({ items }) => items);
  const find = (id: string) => cards.find((card) => card.id === id);
  const nameOf = (stage: string) => type.stages.find(({ id }) => id === stage)?.name ?? stage;

  function move(card: Card, stage: string, afterId: string | null | undefined): void {
    const to = type.stages.find(({ id }) => id === stage);
    if (!to) return;
    const mover = { data: card.data, ownerId: card.owner?.id ?? null, approvals: card.approvals };
    const unmet = stage === card.stage ? undefined : unmetNeed(type.options, stage, mover, dayOf(now));
    if (unmet) notify.error(unmet.words);
    else if (to.kind === "lost" && type.options.asksReason && card.reason === "")
      setLosing({ card, stage, afterId });
    else queue.change(changeOf({ card, stage, afterId }));
  }
  const changeOf = ({ card, stage, afterId }: Move, reason?: string) => ({
    about: [card.id],
    title: card.title,
    said: card.stage === stage ? "" : `${card.title} moved to ${nameOf(stage)}`,
    change: {
      act: "change" as const,
      set: { stage, ...(reason !== undefined && { reason }) },
      ...(afterId !== undefined && { afterId }),
    },
  });
  const drag = useDrag({
    onDrop(id, { zone, after, before }) {
      const card = find(id);
      // On the tab of a stage it is dropped at the end.
      const isNowhere = after === null && before === null;
      if (card) move(card, zone, isNowhere ? undefined : after);
    },
    say: dragWords(
      (id) => find(id)?.title ?? "The card",
      (_id, { zone, position, total }) => `${nameOf(zone)}, place ${position} of ${total}`,
    ),
  });
  const { dragged, place, isHome } = drag;
  const draggedCard = useDragged(drag, find);
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col xl:pb-2">
        <BoardFrame
          columns={type.stages.map(({ id, name }) => ({
            key: id,
            name,
            count: figures.stages.find(({ stage }) => stage === id)?.count ?? 0,
          }))}
          drag={drag}
          dragged={
            draggedCard && (
              <div className={cx(look, "relative shadow-3")}>
                <CardFace card={draggedCard} type={type} now={now} title={draggedCard.title} />
              </div>
            )
          }
          hint={hint}
          hintId={hintId}
          label="Stage"
        >
          {(stage, isAlone) => {
            const column = board.groups.find((group) => group.stage === stage);
            if (!column) return null;
            const { items } = column;
            const isTarget = dragged && !isHome && place?.zone === stage;
            const cards = items.map((card) => (
              <li
                key={card.id}
                data-drag-item={card.id}
                className={cx(
                  look,
                  cardInList,
                  dragged?.id === card.id && "border-dashed bg-primary-soft! shadow-none! *:opacity-0",
                )}
              >
                <CardFace
                  card={card}
                  type={type}
                  now={now}
                  title={
                    <a
                      aria-describedby={hintId}
                      draggable={false}
                      href={hrefOf(card.id)}
                      className={cardLink}
                      onClick={(event) => {
                        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                        event.preventDefault();
                        onOpen(card.id);
                      }}
                    >
                      {card.title}
                    </a>
                  }
                />
              </li>
            ));
            return (
              <StageColumn column={column} section={section} filter={filter} isAlone={isAlone}>
                {withSlot(
                  cards,
                  isTarget ? (slotIndex(items, place) ?? items.length) : -1,
                  <DropSlot key="slot" height={dragged?.box.height ?? 0} />,
                )}
              </StageColumn>
            );
          }}
        </BoardFrame>
      </div>
      {losing && (
        <ReasonDialog
          heading={`Move ${losing.card.title} to ${nameOf(losing.stage)}`}
          verb={`Move to ${nameOf(losing.stage)}`}
          onClose={() => setLosing(undefined)}
          onReason={(reason) => queue.run(changeOf(losing, reason))}
        />
      )}
    </>
  );
}

/** The board with the viewer's own moves that the server has not confirmed. */
function useMovedBoard(board: Board): Board {
  const unsettled = useUnsettled(cardChanges);
  const rules = boardKind.rules(board, "");
  return unsettled.reduce((before, { body: { about, change } }) => {
    const { stage } = change.set;
    if (stage === undefined) return before;
    const first = before.groups.find((group) => group.stage === stage)?.items[0]?.id ?? null;
    const place = { after: change.afterId ?? null, before: change.afterId === null ? first : null };
    return withMoved(before, about, place, (card) => ({ ...card, stage }), rules);
  }, board);
}
