import { unmetNeed } from "@atoll/contract/cards/needs";
import type { Card } from "@atoll/contract/cards/schemas";
import { useId, useState } from "react";
import { useChanges, useUnsettled } from "../../../capabilities/changes/use-unsettled.ts";
import { withMoved } from "../../../capabilities/grouped-list/optimistic.ts";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { cx } from "../../../ui/base/cx.ts";
import { DragOverlay } from "../../../ui/drag/drag-overlay.tsx";
import type { DragSpot } from "../../../ui/drag/places.ts";
import { useDrag } from "../../../ui/drag/use-drag.ts";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import type { Section } from "../data/api.ts";
import { type CardBoard as Board, boardKind, type StageGroup } from "../data/board-kind.ts";
import { cardChanges } from "../data/changes.ts";
import type { CardFilter } from "../data/filter.ts";
import { BoardColumn as Column } from "./board-column.tsx";
import { CardFace } from "./card-face.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

const look = "relative flex-none select-none rounded-md border bg-surface-raised shadow-1";
const dragHint = "Space lifts the card, the arrows move it, Space drops it, Escape puts it back.";

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
  const isPhone = useIsPhone();
  const now = useNow();
  const hintId = useId();
  const [current, setCurrent] = useState(type.stages[0]?.id ?? "");
  const [losing, setLosing] = useState<{ card: Card; stage: string; afterId: string | null | undefined }>();
  const cards = board.groups.flatMap(({ items }) => items);
  const find = (id: string) => cards.find((card) => card.id === id);
  const nameOf = (stage: string) => type.stages.find(({ id }) => id === stage)?.name ?? stage;

  function move(card: Card, stage: string, afterId: string | null | undefined, reason?: string): void {
    const to = type.stages.find(({ id }) => id === stage);
    if (!to) return;
    const mover = { data: card.data, ownerId: card.owner?.id ?? null, approvals: card.approvals };
    const unmet = stage === card.stage ? undefined : unmetNeed(type.options, stage, mover, dayOf(now));
    if (unmet) {
      notify.error(unmet.words);
      return;
    }
    if (to.kind === "lost" && type.options.asksReason && card.reason === "" && reason === undefined) {
      setLosing({ card, stage, afterId });
      return;
    }
    queue.change({
      about: [card.id],
      title: card.title,
      said: card.stage === stage ? "" : `${card.title} moved to ${to.name}`,
      change: {
        act: "change",
        set: { stage, ...(reason !== undefined && { reason }) },
        ...(afterId !== undefined && { afterId }),
      },
    });
  }
  const where = ({ zone, position, total }: DragSpot) => `${nameOf(zone)}, place ${position} of ${total}`;
  const drag = useDrag({
    onDrop(id, { zone, after, before }) {
      const card = find(id);
      // On the tab of a stage it is dropped at the end.
      const isNowhere = after === null && before === null;
      if (card) move(card, zone, isNowhere ? undefined : after);
    },
    say: {
      lifted: (id, spot) => `Lifted ${find(id)?.title}. ${where(spot)}.`,
      moved: (_id, spot) => `${where(spot)}.`,
      dropped: (id, spot) => `${find(id)?.title} moved to ${where(spot)}.`,
      cancelled: (id) => `${find(id)?.title} is back where it was.`,
    },
  });
  const { held, place, isHome } = drag;
  const heldCard = held && find(held.id);
  const columns = isPhone ? board.groups.filter(({ stage }) => stage === current) : board.groups;
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col" ref={drag.root}>
        {isPhone && (
          <Tabs
            className="-mx-4 flex-none px-4"
            label="Stage"
            value={current}
            onValueChange={setCurrent}
            tabs={type.stages.map(({ id, name }) => ({
              value: id,
              label: name,
              count: figures.stages.find(({ stage }) => stage === id)?.count ?? 0,
              zone: id,
            }))}
          />
        )}
        <div className={cx(isPhone ? "pt-3" : "flex min-h-0 flex-1 gap-3 overflow-x-auto pb-2")}>
          {columns.map((column) => (
            <Column key={column.stage} column={column} section={section} filter={filter} isAlone={isPhone}>
              {slotted(column, held?.id, isHome ? undefined : place).map((card) =>
                card === "slot" ? (
                  <li
                    key="slot"
                    aria-hidden="true"
                    data-drag-slot=""
                    className="flex-none rounded-md border border-primary-bright border-dashed bg-primary-soft"
                    style={{ height: held?.box.height }}
                  />
                ) : (
                  <li
                    key={card.id}
                    data-drag-item={card.id}
                    className={cx(
                      look,
                      "hover:shadow-2 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-ring",
                      held?.id === card.id && "border-dashed bg-primary-soft! shadow-none! *:opacity-0",
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
                          className="outline-none after:absolute after:inset-0 after:rounded-md"
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
                ),
              )}
            </Column>
          ))}
        </div>
      </div>
      <DragOverlay drag={drag} hint={dragHint} hintId={hintId}>
        {heldCard && (
          <div className={cx(look, "shadow-3")}>
            <CardFace card={heldCard} type={type} now={now} title={heldCard.title} />
          </div>
        )}
      </DragOverlay>
      {losing && (
        <ReasonDialog
          heading={`Move ${losing.card.title} to ${nameOf(losing.stage)}`}
          verb={`Move to ${nameOf(losing.stage)}`}
          onClose={() => setLosing(undefined)}
          onReason={(reason) => move(losing.card, losing.stage, losing.afterId, reason)}
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

/** A stage's cards, with a slot where the one that is held would be dropped. */
function slotted(
  { stage, items }: StageGroup,
  heldId: string | undefined,
  place: { zone: string; after: string | null; before: string | null } | undefined,
): readonly (Card | "slot")[] {
  if (!heldId || place?.zone !== stage) return items;
  const behind = items.findIndex(({ id }) => id === place.after);
  const ahead = items.findIndex(({ id }) => id === place.before);
  const at = behind >= 0 ? behind + 1 : ahead >= 0 ? ahead : items.length;
  return [...items.slice(0, at), "slot", ...items.slice(at)];
}
