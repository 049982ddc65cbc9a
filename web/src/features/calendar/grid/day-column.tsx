import { SquareCheckBig } from "lucide-react";
import { type MouseEvent, memo } from "react";
import { weekdayOf } from "../../../lib/time/wall-time.ts";
import { cx } from "../../../ui/base/cx.ts";
import type { DayPiece } from "../layout/day-pieces.ts";
import type { Placed } from "../layout/side-by-side.ts";
import { dayWords, spanWords, timeWords } from "../time/day-words.ts";
import { dayMinutes } from "../time/wall.ts";
import { ItemButton } from "./item-button.tsx";
import { isPast, type ViewProps } from "./view-props.ts";

const share = (minute: number) => `${(minute / dayMinutes) * 100}%`;

interface DayColumnProps
  extends Pick<ViewProps, "now" | "workingHours" | "openKey" | "hintId" | "onOpen" | "onAdd"> {
  theDay: string;
  placed: readonly Placed[];
  /** The dragged item, if it is over this day. */
  ghost: DayPiece | undefined;
  /** The dragged item, wherever it is. */
  draggedKey: string | undefined;
}

/** One day with its hours: what overlaps lies side by side, and what is dragged over it. */
export const DayColumn = memo(function DayColumn({
  theDay,
  placed,
  ghost,
  draggedKey,
  ...view
}: DayColumnProps) {
  const { now, openKey, hintId, onOpen, onAdd, workingHours } = view;
  const isToday = theDay === now.day;
  // Outside of these it is shaded.
  const working = workingHours[weekdayOf(theDay) - 1];

  function add(event: MouseEvent<HTMLElement>) {
    if (event.target instanceof Element && event.target.closest("button")) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    onAdd(theDay, Math.floor(((event.clientY - top) / height) * 48) * 30);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: keys have N
    <div
      className={cx("cal-hours relative border-l", !working && "cal-off", isToday && "cal-today")}
      data-cal-day={theDay}
      onClick={add}
    >
      {working && (
        <>
          <div className="cal-shade top-0" style={{ height: share(working.from) }} />
          <div className="cal-shade bottom-0" style={{ height: share(dayMinutes - working.until) }} />
        </>
      )}
      <ul aria-label={dayWords(theDay, "long")} className="absolute inset-y-0 right-1 left-0.5">
        {placed.map((piece) => (
          <li className="contents" key={piece.item.key}>
            <Piece
              hintId={hintId}
              isDragged={piece.item.key === draggedKey}
              isOpen={piece.item.key === openKey}
              isPast={isPast(piece.item, now)}
              onOpen={onOpen}
              piece={piece}
            />
          </li>
        ))}
        {ghost && (
          <li aria-hidden="true" className="contents">
            <div
              className="cal-item pointer-events-none absolute w-full flex-col px-2 py-0.5"
              data-drag-slot=""
              data-ghost
              style={{ top: share(ghost.from), height: share(ghost.to - ghost.from) }}
            >
              <span className="truncate">{ghost.item.title}</span>
              <span className="truncate font-regular text-2xs">{spanWords(ghost.item.span)}</span>
            </div>
          </li>
        )}
      </ul>
      {isToday && <div className="cal-now" style={{ top: share(now.minute) }} />}
    </div>
  );
});

interface PieceProps extends Pick<ViewProps, "hintId" | "onOpen"> {
  piece: Placed;
  isDragged: boolean;
  isOpen: boolean;
  isPast: boolean;
}

const Piece = memo(function Piece({ piece, ...marks }: PieceProps) {
  const { item, from, to, column, width, columns, isLast } = piece;
  const isShort = to - from < 40;
  return (
    <ItemButton
      {...marks}
      className={cx(
        "absolute pr-1 pl-2",
        // If there is no room for the time next to the title, it wraps out of sight.
        isShort ? "flex-wrap content-start items-baseline gap-x-1.5 gap-y-3" : "flex-col",
        isShort && to - from >= 25 ? "pt-[5px]" : "py-0.5",
      )}
      isTall
      item={item}
      style={{
        top: `calc(${share(from)} + 1px)`,
        height: `calc(${share(to - from)} - 2px)`,
        left: `${(column / columns) * 100}%`,
        width: `calc(${(width / columns) * 100}% - 2px)`,
      }}
    >
      <span className={cx("max-w-full font-semibold", to - from < 75 ? "truncate" : "line-clamp-2")}>
        {item.isTask && <SquareCheckBig className="-mt-0.5 mr-1 inline size-3" />}
        {item.title}
      </span>
      <span className="max-w-full truncate font-regular text-2xs">
        {isShort || columns > 1 ? timeWords(item.span.from) : spanWords(item.span)}
        {!isShort && columns === 1 && item.location && ` · ${item.location}`}
      </span>
      {item.mayMove && isLast && <span className="cal-handle" data-cal-handle />}
    </ItemButton>
  );
});
