import type { DashboardCard } from "@atoll/contract/dashboard/layout-schemas";
import { type ReactNode, useRef } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { GripsContext } from "./grips.ts";
import { boxOf, gridHeight } from "./metrics.ts";
import { inOneColumn } from "./one-column.ts";
import { useHeldCard } from "./use-held-card.ts";
import { useWidth } from "./use-width.ts";

/** Narrower than this, in pixels, cards stand in one or two columns and are moved by their menu. */
const narrowestGrid = 860;
const narrowestPair = 600;

export interface CardGridProps {
  cards: readonly DashboardCard[];
  phoneOrder: readonly string[];
  titleOf: (card: DashboardCard) => string;
  onArrange: (cards: DashboardCard[]) => void;
  children: (card: DashboardCard) => ReactNode;
}

/** Cards where they stand: a grid of twelve columns, or as many as there is room for. */
export function CardGrid({ cards, phoneOrder, titleOf, onArrange, children }: CardGridProps) {
  const element = useRef<HTMLDivElement>(null);
  const width = useWidth(element);
  const held = useHeldCard({ cards, width, titleOf, onArrange });
  return (
    <div className="relative" data-card-grid ref={element}>
      {width >= narrowestGrid ? (
        <Grid cards={cards} held={held} width={width}>
          {children}
        </Grid>
      ) : width > 0 ? (
        <ul className={cx("grid gap-3", width >= narrowestPair && "grid-cols-2 gap-4")}>
          {inOneColumn(cards, phoneOrder).map((card) => (
            <li
              className={cx("grid min-w-0", width >= narrowestPair && card.w > 6 && "col-span-2")}
              key={card.id}
            >
              <GripsContext value={null}>{children(card)}</GripsContext>
            </li>
          ))}
        </ul>
      ) : null}
      <p aria-live="assertive" className="sr-only">
        {held.said}
      </p>
    </div>
  );
}

interface GridProps {
  cards: readonly DashboardCard[];
  held: ReturnType<typeof useHeldCard>;
  width: number;
  children: (card: DashboardCard) => ReactNode;
}

function Grid({ cards, held: { held, gripsOf, prepare }, width, children }: GridProps) {
  const standing = held?.cards ?? cards;
  return (
    <ul
      className="relative"
      onFocus={prepare}
      onPointerEnter={prepare}
      style={{ height: gridHeight(standing) }}
    >
      {held?.by === "pointer" && <Shadow cards={standing} id={held.id} width={width} />}
      {inReadingOrder(cards).map((card) => {
        const isHeld = held?.id === card.id;
        const isFollowing = isHeld && held.by === "pointer";
        const now = standing.find(({ id }) => id === card.id) ?? card;
        const box = boxOf(isFollowing ? card : now, width);
        return (
          <li
            className={cx(
              "absolute grid",
              isHeld ? "z-10" : "transition-[left,top,width,height] duration-enter ease-out",
            )}
            key={card.id}
            style={isFollowing ? follow(box, held) : box}
          >
            <GripsContext value={gripsOf(card)}>{children(card)}</GripsContext>
          </li>
        );
      })}
    </ul>
  );
}

type Box = ReturnType<typeof boxOf>;

/** The card goes with the pointer; where it will stand is shown by its shadow. */
function follow(box: Box, held: NonNullable<GridProps["held"]["held"]>): Box {
  const { x, y } = held.away;
  if (held.way === "move") return { ...box, left: box.left + x, top: box.top + y };
  return { ...box, width: Math.max(200, box.width + x), height: Math.max(150, box.height + y) };
}

function Shadow({ cards, id, width }: { cards: readonly DashboardCard[]; id: string; width: number }) {
  const card = cards.find((one) => one.id === id);
  return (
    card && (
      <li
        aria-hidden="true"
        className="absolute rounded-lg border border-primary border-dashed bg-primary-soft"
        style={boxOf(card, width)}
      />
    )
  );
}

/** The keyboard goes through them as they stand; not as they move, or what is held would be taken from the page. */
function inReadingOrder(cards: readonly DashboardCard[]): DashboardCard[] {
  return cards.toSorted((a, b) => a.y - b.y || a.x - b.x);
}
