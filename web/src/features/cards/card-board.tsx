import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { useId, useState } from "react";
import { useChanges, useUnsettled } from "../../capabilities/changes/use-unsettled.ts";
import { formatNumber } from "../../lib/format-number.ts";
import { useIsPhone } from "../../lib/use-is-phone.ts";
import { useNow } from "../../lib/use-now.ts";
import { Count } from "../../ui/badge/count.tsx";
import { cx } from "../../ui/base/cx.ts";
import { DragOverlay } from "../../ui/drag/drag-overlay.tsx";
import type { DragSpot } from "../../ui/drag/places.ts";
import { useDrag } from "../../ui/drag/use-drag.ts";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { type BoardColumn, type CardBoard as BoardState, type Section, withMoved } from "./board-state.ts";
import { CardFace } from "./card-face.tsx";
import { cardChanges } from "./changes.ts";
import { compactTotals } from "./compact-totals.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

const look = "relative flex-none select-none rounded-md border bg-surface-raised shadow-1";
const dragHint = "Space lifts the card, the arrows move it, Space drops it, Escape puts it back.";

/** The cards of a section by stage; on a phone one stage under tabs. Cards are dragged between stages. */
export function CardBoard({
  section,
  board: loaded,
  onOpen,
  hrefOf,
}: {
  section: Section;
  board: BoardState;
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
  const cards = board.columns.flatMap(({ items }) => items);
  const find = (id: string) => cards.find((card) => card.id === id);
  const nameOf = (stage: string) => type.stages.find(({ id }) => id === stage)?.name ?? stage;

  function move(card: Card, stage: string, afterId: string | null | undefined, reason?: string): void {
    const to = type.stages.find(({ id }) => id === stage);
    if (!to) return;
    if (to.kind === "lost" && card.reason === "" && reason === undefined) {
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
  const columns = isPhone ? board.columns.filter(({ stage }) => stage === current) : board.columns;
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
            <Column key={column.stage} column={column} section={section} isAlone={isPhone}>
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
          title={losing.card.title}
          stage={nameOf(losing.stage)}
          onClose={() => setLosing(undefined)}
          onReason={(reason) => move(losing.card, losing.stage, losing.afterId, reason)}
        />
      )}
    </>
  );
}

/** The board with the viewer's own moves that the server has not confirmed. */
function useMovedBoard(board: BoardState): BoardState {
  const unsettled = useUnsettled(cardChanges);
  return unsettled.reduce((before, { body: { about, change } }) => {
    const { stage } = change.set;
    const [cardId] = about;
    return stage === undefined || cardId === undefined
      ? before
      : withMoved(before, cardId, stage, change.afterId);
  }, board);
}

/** A stage's cards, with a slot where the one that is held would be dropped. */
function slotted(
  { stage, items }: BoardColumn,
  heldId: string | undefined,
  place: { zone: string; after: string | null; before: string | null } | undefined,
): (Card | "slot")[] {
  if (!heldId || place?.zone !== stage) return items;
  const behind = items.findIndex(({ id }) => id === place.after);
  const ahead = items.findIndex(({ id }) => id === place.before);
  return items.toSpliced(behind >= 0 ? behind + 1 : ahead >= 0 ? ahead : items.length, 0, "slot" as never);
}

function Column({
  column: { stage, items },
  section: { type, figures },
  isAlone,
  children,
}: {
  column: BoardColumn;
  section: { type: CardType; figures: Section["figures"] };
  isAlone: boolean;
  children: React.ReactNode;
}) {
  const titleId = useId();
  const own = figures.stages.find((one) => one.stage === stage);
  const found = type.stages.find(({ id }) => id === stage);
  const hidden = (own?.count ?? 0) - items.length;
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        "flex min-h-0 flex-col",
        !isAlone && "w-[232px] flex-none rounded-lg border bg-surface-sunken xl:w-auto xl:min-w-0 xl:flex-1",
      )}
    >
      <header className={cx(isAlone ? "sr-only" : "flex flex-none flex-col gap-2 px-3 pt-2.5 pb-1.5")}>
        <div className="flex items-center gap-2">
          <h2 id={titleId} className="truncate font-semibold text-sm">
            {found?.name}
          </h2>
          <Count value={own?.count ?? 0} />
        </div>
        <p className="truncate text-muted text-xs tabular-nums">
          {compactTotals(own?.totals ?? []) || "No value"}
        </p>
        <span className="h-[3px] overflow-hidden rounded-full bg-border" aria-hidden="true">
          <span className="block h-full bg-dept" style={{ width: `${found?.probability ?? 0}%` }} />
        </span>
      </header>
      <ul
        aria-labelledby={titleId}
        data-drag-zone={stage}
        className={cx(
          "flex flex-col gap-2",
          isAlone ? "min-h-40" : "min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-2",
          "empty:after:px-2 empty:after:py-3 empty:after:text-center empty:after:text-muted empty:after:text-xs empty:after:content-['Nothing_here']",
        )}
      >
        {children}
      </ul>
      {hidden > 0 && items.length >= 50 && (
        <p className="px-3 py-2 text-center text-muted text-xs">
          {formatNumber(hidden)} more: use the filter or the table
        </p>
      )}
    </section>
  );
}
