import { type Bar, barsOver } from "./bars.ts";
import { type DayPiece, piecesOf } from "./day-pieces.ts";
import type { GridItem } from "./item.ts";

export interface MonthDay {
  day: string;
  /** Below the bars, as far as there is room. */
  chips: DayPiece[];
  /** How many of the day do not fit. */
  hidden: number;
  /** All that lies on the day. */
  items: GridItem[];
}

export interface MonthWeek {
  /** Those that fit. */
  bars: Bar[];
  lanes: number;
  days: MonthDay[];
}

/**
 * A week of the month in `rows` rows: bars in the upper ones, below them what has a time, and where that is too much,
 * the last row says how much more there is.
 */
export function monthWeek(items: readonly GridItem[], days: readonly string[], rows: number): MonthWeek {
  const all = barsOver(items, days);
  const rowsOf = days.map((day, column) => {
    const chips = piecesOf(items, day).filter(({ isFirst }) => isFirst);
    const bars = all.filter(({ first, last }) => first <= column && last >= column);
    return { day, chips, bars, used: Math.max(0, ...bars.map(({ lane }) => lane + 1)) };
  });
  // One row is for "more" on days with too much, so that a bar is shown on all of its days or on none.
  const shown = all.filter(({ first, last, lane }) =>
    rowsOf
      .slice(first, last + 1)
      .every(
        ({ chips, bars, used }) =>
          lane < rows - (used > rows || chips.length + used > rows || bars.length > rows ? 1 : 0),
      ),
  );
  return {
    bars: shown,
    lanes: Math.max(0, ...shown.map(({ lane }) => lane + 1)),
    days: rowsOf.map(({ day, chips, bars }) => {
      const here = bars.filter((bar) => shown.includes(bar));
      const room = rows - Math.max(0, ...here.map(({ lane }) => lane + 1));
      const left = bars.length - here.length;
      const isTight = left > 0 || chips.length > room;
      const fits = chips.slice(0, Math.max(0, isTight ? room - 1 : room));
      return {
        day,
        chips: fits,
        hidden: left + chips.length - fits.length,
        items: [...bars, ...chips].map(({ item }) => item),
      };
    }),
  };
}
