import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import type { ChartData } from "./chart-data.ts";

/** A place of a chart that is looked at, and a series there. */
export interface Reading {
  row: number;
  series: number;
}

export interface ReadingOptions {
  data: ChartData;
  /** Which row lies at this place, in pixels from the left of the drawing. */
  rowAt: (x: number) => number;
  /** Opens what a figure counts. */
  onOpen?: ((address: string) => void) | undefined;
}

/**
 * Reads figures off a chart: with the pointer, or with arrows, along the axis and from series to series; Enter and a
 * press open what the figure counts.
 */
export function useReading({ data, rowAt, onOpen }: ReadingOptions) {
  const [reading, setReading] = useState<Reading | null>(null);
  // A finger cannot hover: its first press reads, its second one opens.
  const isFirstPress = useRef(false);
  const { rows, series } = data;
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

  function open(at: Reading | null): void {
    const key = at && series[at.series]?.key;
    const address = at && key && rows[at.row]?.links?.[key];
    if (address) onOpen?.(address);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const at = reading ?? { row: rows.length - 1, series: 0 };
    const moves: Record<string, Reading> = {
      ArrowLeft: { ...at, row: reading ? at.row - 1 : at.row },
      ArrowRight: { ...at, row: at.row + 1 },
      ArrowUp: { ...at, series: at.series - 1 },
      ArrowDown: { ...at, series: reading ? at.series + 1 : at.series },
      Home: { ...at, row: 0 },
      End: { ...at, row: rows.length - 1 },
    };
    const next = moves[event.key];
    if (next) {
      event.preventDefault();
      setReading({ row: within(next.row, rows.length), series: within(next.series, series.length) });
    } else if (event.key === "Enter") open(reading);
    else if (event.key === "Escape" && reading) {
      event.stopPropagation();
      setReading(null);
    }
  }
  function onPointerMove(event: PointerEvent): void {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setReading((before) => ({ row: within(rowAt(x), rows.length), series: before?.series ?? 0 }));
  }
  function onPointerDown(event: PointerEvent): void {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    isFirstPress.current = event.pointerType !== "mouse" && reading?.row !== within(rowAt(x), rows.length);
    onPointerMove(event);
  }
  return {
    reading: reading && rows[reading.row] ? reading : null,
    set: setReading,
    handlers: {
      onClick: () => !isFirstPress.current && open(reading),
      onKeyDown,
      onPointerMove,
      onPointerDown,
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === "mouse" && setReading(null),
      onBlur: () => setReading(null),
    },
  };
}
