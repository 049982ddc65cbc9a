import type { DashboardCard } from "@atoll/contract/dashboard/layout-schemas";
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import type { ActiveCard, GridOptions } from "./active-card.ts";
import { type Grips, GripsContext } from "./grips.ts";
import { boxOf, gridHeight, withoutEmptyRows } from "./metrics.ts";
import { inOneColumn } from "./one-column.ts";

const holdingPart = lazyPart(() => import("./holding.ts"));

/**
 * The card that is active, if one is; `said` is what a screen reader is told. What hands and keys do is loaded when the
 * first one comes near.
 */
function useActiveCard(options: GridOptions) {
  const [active, setActive] = useState<ActiveCard | null>(null);
  const [said, say] = useState("");
  const [isWanted, setWanted] = useState(false);
  const part = useLazyPart(holdingPart, isWanted || holdingPart.read() !== undefined, () => setWanted(false));
  const holding = part?.holdingOf({ ...options, active, setActive, say });
  return {
    active,
    said,
    prepare: () => setWanted(true),
    gripsOf: (card: DashboardCard): Grips => ({
      move: holding?.gripOf(card, "move") ?? {},
      resize: holding?.gripOf(card, "resize") ?? {},
      isActive: active?.id === card.id,
    }),
  };
}

/** Narrower than this, in pixels, cards stand in one or two columns and are moved by their menu. */
const narrowestGrid = 860;
const narrowestPair = 600;

export interface CardGridProps {
  cards: readonly DashboardCard[];
  phoneOrder: readonly string[];
  titleOf: (card: DashboardCard) => string;
  /** It has nothing to show, and is lower where that makes room. */
  isEmpty: (card: DashboardCard) => boolean;
  onArrange: (cards: DashboardCard[]) => void;
  children: (card: DashboardCard) => ReactNode;
}

/** Cards where they stand: a grid of twelve columns, or as many as there is room for. */
export function CardGrid({ cards, phoneOrder, titleOf, isEmpty, onArrange, children }: CardGridProps) {
  const element = useRef<HTMLDivElement>(null);
  const width = useWidth(element);
  const active = useActiveCard({ cards, width, titleOf, onArrange });
  return (
    <div className="relative" data-card-grid ref={element}>
      {width >= narrowestGrid ? (
        <Grid cards={cards} active={active} isEmpty={isEmpty} width={width}>
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
        {active.said}
      </p>
    </div>
  );
}

interface GridProps extends Pick<CardGridProps, "cards" | "isEmpty"> {
  active: ReturnType<typeof useActiveCard>;
  width: number;
  children: (card: DashboardCard) => ReactNode;
}

function Grid({ cards, active: { active, gripsOf, prepare }, isEmpty, width, children }: GridProps) {
  const atRest = withoutEmptyRows(cards, isEmpty);
  // While one is moved or resized, all have the places that are stored.
  const standing = active?.cards ?? atRest;
  return (
    <ul
      className="relative"
      onFocus={prepare}
      onPointerEnter={prepare}
      style={{ height: gridHeight(standing) }}
    >
      {active?.by === "pointer" && <Shadow cards={standing} id={active.id} width={width} />}
      {inReadingOrder(cards).map((card) => {
        const isActive = active?.id === card.id;
        const isFollowing = isActive && active.by === "pointer";
        const now = standing.find(({ id }) => id === card.id) ?? card;
        const box = boxOf(isFollowing ? (atRest.find(({ id }) => id === card.id) ?? card) : now, width);
        return (
          <li
            className={cx(
              "absolute grid",
              isActive ? "z-10" : "transition-[left,top,width,height] duration-enter ease-out",
            )}
            key={card.id}
            style={isFollowing ? follow(box, active) : box}
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
function follow(box: Box, active: NonNullable<GridProps["active"]["active"]>): Box {
  const { x, y } = active.away;
  if (active.way === "move") return { ...box, left: box.left + x, top: box.top + y };
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

/** The keyboard goes through them as they stand; not as they move, or what is active would be taken from the page. */
function inReadingOrder(cards: readonly DashboardCard[]): DashboardCard[] {
  return cards.toSorted((a, b) => a.y - b.y || a.x - b.x);
}

/** How wide an element is, in pixels; 0 until it is measured. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return undefined;
    setWidth(node.clientWidth);
    const observer = new ResizeObserver(() => setWidth(node.clientWidth));
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
