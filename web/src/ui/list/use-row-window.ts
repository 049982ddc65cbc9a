import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Rows of equal height, or a gap in place of rows that are out of sight. */
type RowPart = { kind: "rows"; from: number; to: number } | { kind: "gap"; from: number; rows: number };

/** Drawn above and below what is in sight. */
const spare = 20;
/** The range moves in steps, so that scrolling draws again only now and then. */
const step = 10;
const firstHeight = 32;

/**
 * Draws only those rows of a long list that are in sight, whatever element scrolls. All rows have one height, which is
 * measured at an element with `data-row`.
 * @param kept rows that stay drawn, because they have the focus or are being dragged.
 */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  kept: readonly number[],
): { parts: RowPart[]; rowHeight: number; show: (index: number) => void } {
  const [range, setRange] = useState({ from: 0, to: 2 * spare + step, rowHeight: firstHeight });
  const isMeasured = useRef(false);
  useLayoutEffect(() => {
    const measure = () => {
      const element = list.current;
      if (!element) return;
      const rowHeight = element.querySelector<HTMLElement>("[data-row]")?.offsetHeight || firstHeight;
      const { top } = element.getBoundingClientRect();
      const first = Math.floor(-top / rowHeight) - spare;
      const last = Math.ceil((window.innerHeight - top) / rowHeight) + spare;
      const from = Math.max(0, Math.floor(first / step) * step);
      const to = Math.max(0, Math.ceil(last / step) * step);
      setRange((before) =>
        before.from === from && before.to === to && before.rowHeight === rowHeight
          ? before
          : { from, to, rowHeight },
      );
    };
    if (!isMeasured.current) measure();
    isMeasured.current = true;
    document.addEventListener("scroll", measure, { capture: true, passive: true });
    window.addEventListener("resize", measure);
    return () => {
      document.removeEventListener("scroll", measure, { capture: true });
      window.removeEventListener("resize", measure);
    };
  }, [list]);
  return {
    parts: partsOf(count, range, kept),
    rowHeight: range.rowHeight,
    /** Draws a row that is out of sight, so that it can be focused and scrolled to. */
    show(index) {
      if (index >= range.from && index < range.to) return;
      const from = Math.max(0, index - spare);
      setRange(({ rowHeight }) => ({ from, to: index + spare, rowHeight }));
    },
  };
}

/** The rows of the range and those that are kept, with gaps for all others. */
export function partsOf(
  count: number,
  { from, to }: { from: number; to: number },
  kept: readonly number[],
): RowPart[] {
  const start = Math.min(from, count);
  const end = Math.min(to, count);
  const ranges = [
    ...kept
      .filter((at) => at >= 0 && at < count && (at < start || at >= end))
      .map((at) => [at, at + 1] as const),
    [start, end] as const,
  ].toSorted(([one], [other]) => one - other);
  const parts: RowPart[] = [];
  let at = 0;
  for (const [first, behind] of ranges) {
    if (first > at) parts.push({ kind: "gap", from: at, rows: first - at });
    if (behind > Math.max(first, at)) parts.push({ kind: "rows", from: Math.max(first, at), to: behind });
    at = Math.max(at, behind);
  }
  if (at < count) parts.push({ kind: "gap", from: at, rows: count - at });
  return parts;
}
