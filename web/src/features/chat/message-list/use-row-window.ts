import {
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { messageElement } from "../message/message-element.ts";
import type { RowTarget } from "../session/row-target.ts";
import {
  holds,
  movedBy,
  offsetOf,
  type Piece,
  piecesOf,
  type RowPlace,
  type Span,
  spanBetween,
  spanOf,
} from "./row-window.ts";

/** The position of the view. */
export interface View {
  /** Pixels of loaded rows out of sight. */
  above: number;
  below: number;
}

export interface RowWindowOptions<Row> {
  rows: readonly Row[];
  /** True if the last row is the newest, so that the list stays at its end. */
  isLive: boolean;
  /** Where to begin; null is the end. */
  start: RowTarget | null;
  /** Rows that stay rendered, wherever the view is. */
  kept: readonly number[];
  /** A row whose position is reported. */
  markId: string | undefined;
  /** In pixels, for a row that was never in the page. */
  estimate: (row: Row) => number;
  /** After every move and every layout. */
  onView: (view: View) => void;
  /** Receives the position of the view on leaving, to restore it later; null at the end of the list. */
  onLeave: (place: RowTarget | null) => void;
}

export interface RowWindow {
  container: RefObject<HTMLDivElement | null>;
  /** Contains the pieces; each row's element has its ID in `data-row`. */
  content: RefObject<HTMLDivElement | null>;
  pieces: readonly Piece[];
  onScroll: () => void;
  /** The newest row is in view. */
  isAtEnd: boolean;
  /** True at half a view's height from the end, or more. */
  isFarFromEnd: boolean;
  /** The marked row is above the view. */
  isMarkAbove: boolean;
  show: (target: RowTarget) => void;
  toEnd: () => void;
}

/** This close to the end counts as being there. */
const endSlackPx = 32;
/** Rows are rendered when the view is this close to them, a few pixels' worth at a time. */
const nearPx = 600;
const aheadPx = 800;
/** The minimum height above and below a list. */
const takenPx = 180;
/** Where a list is all new. */
const firstRows = 40;

/**
 * Renders only the rows near the view, and keeps the scroll position: whatever is inserted, removed, loaded or resized
 * above, the first visible row keeps its position. At the end the list stays at the end. Browsers' own anchoring is not
 * available everywhere, and does not work at the upper edge.
 */
export function useRowWindow<Row extends { id: string }>(options: RowWindowOptions<Row>): RowWindow {
  const { rows, isLive, start, kept, markId, estimate, onView, onLeave } = options;
  const container = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [memory] = useState(() => ({
    heights: new Map<string, number>(),
    places: [] as RowPlace[],
    top: 0,
    width: 0,
    /** Browsers round scroll positions. The remainder is added the next time. */
    rest: 0,
    /** How high all was at the last layout, and whether a person has put their hand to the list since. */
    size: "",
    isTouched: false,
    isPinned: start === null,
    target: start,
  }));
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const heightOf = (index: number) => {
    const row = rows[index];
    return row ? (memory.heights.get(row.id) ?? estimate(row)) : 0;
  };
  const [ends, setEnds] = useState(() => (start ? endsAround(ids.indexOf(start.id)) : null));
  const [isAtEnd, setIsAtEnd] = useState(start === null && isLive);
  const [isFar, setIsFar] = useState(false);
  const [isMarkAbove, setIsMarkAbove] = useState(false);
  const span = ends ? spanOf(ids, ends, firstRows) : spanAround(ids.length);

  /** As many rows before and after one as are in view at most: the others come when these have been painted. */
  function spanAround(at: number) {
    const y = offsetOf(heightOf, at);
    const viewHeight = innerHeight - takenPx;
    return spanBetween(ids.length, heightOf, y - viewHeight, y + viewHeight);
  }
  function endsAround(at: number) {
    return at === -1 ? null : endsOf(spanAround(at));
  }
  function endsOf({ start: from, end: to }: Span) {
    const [first, last] = [ids[from], ids[to - 1]];
    return first === undefined || last === undefined ? null : { first, last };
  }

  /** Corrects the scroll position after a layout. */
  function settle() {
    const [box, inner] = [container.current, content.current];
    if (!box || !inner) return;
    if (box.clientWidth !== memory.width) memory.heights.clear();
    memory.width = box.clientWidth;
    const now = placesOf(box, inner);
    for (const { id, height } of now) if (height > 0) memory.heights.set(id, height);
    const most = Math.max(0, box.scrollHeight - box.clientHeight);
    // The scroll event is still to come.
    if (hasGoneUp(box, most)) memory.isPinned = false;
    const goal = goalOf(box, now, most);
    if (goal !== null && Math.abs(goal - box.scrollTop) >= 0.5) {
      memory.isTouched = false;
      box.scrollTop = goal;
      const rest = goal - box.scrollTop;
      memory.rest = Math.abs(rest) < 1 ? rest : 0;
    }
    memory.places = now;
    memory.top = box.scrollTop;
    memory.size = sizeOf(box);
    look(box, inner);
  }

  /**
   * Returns whether a person has scrolled up. A list that only shrank is at its end. During a layout the list may be
   * shorter for a moment, and a browser that then limits the scroll position has moved it, not a person.
   */
  function hasGoneUp(box: HTMLElement, most: number): boolean {
    if (box.scrollTop >= Math.min(memory.top, most) - 1) return false;
    return memory.isTouched || memory.size === sizeOf(box);
  }

  function goalOf(box: HTMLElement, now: readonly RowPlace[], most: number): number | null {
    const { target } = memory;
    const found = target && now.find(({ id }) => id === target.id);
    if (target && found) {
      memory.target = null;
      if (target.focus) messageElement(content.current, target.id)?.focus({ preventScroll: true });
      return Math.min(most, Math.max(0, topFor(target, found, box)));
    }
    if (memory.isPinned) return most;
    const moved = movedBy(memory.places, now, { top: memory.top, height: box.clientHeight });
    if (moved === 0) return null;
    // Removing rows below may already have pulled the view up.
    const wasPulled = box.scrollTop >= most - 1 && box.scrollTop < memory.top;
    return (wasPulled ? memory.top : box.scrollTop) + moved + memory.rest;
  }

  /** Renders the rows around the view, and reports its position. */
  function look(box: HTMLElement, inner: HTMLElement) {
    const { target } = memory;
    if (target) {
      const at = ids.indexOf(target.id);
      if (at !== -1) setEnds(endsAround(at));
      return;
    }
    // A page that is not laid out has no size.
    const viewHeight = box.clientHeight || 800;
    const innerTop = inner.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
    const top = box.scrollTop - innerTop;
    const within = (px: number) => spanBetween(ids.length, heightOf, top - px, top + viewHeight + px);
    if (!holds(span, within(nearPx)) || span.end - span.start > 4 * firstRows) {
      const next = endsOf(within(aheadPx));
      const isNew = next !== null && (next.first !== ends?.first || next.last !== ends?.last);
      // Rows out of sight may be rendered after this paint.
      if (isNew && holds(span, within(0))) startTransition(() => setEnds(next));
      else if (isNew) setEnds(next);
    }
    const below = box.scrollHeight - box.clientHeight - box.scrollTop;
    if (isLive && below <= endSlackPx) memory.isPinned = true;
    setIsAtEnd(isLive && memory.isPinned);
    setIsFar(!(isLive && memory.isPinned) && (!isLive || below > viewHeight / 2));
    const mark = markId === undefined ? -1 : ids.indexOf(markId);
    setIsMarkAbove(mark !== -1 && offsetOf(heightOf, mark + 1) < top);
    onView({ above: top, below });
  }

  function onScroll() {
    const [box, inner] = [container.current, content.current];
    if (!box || !inner || box.scrollTop === memory.top) return;
    if (memory.isPinned) {
      if (!hasGoneUp(box, Math.max(0, box.scrollHeight - box.clientHeight))) return settle();
      memory.isPinned = false;
    }
    memory.top = box.scrollTop;
    memory.rest = 0;
    const [first, last] = [memory.places[0], memory.places.at(-1)];
    const isBare =
      first && last && (memory.top < first.top || memory.top + box.clientHeight > last.top + last.height);
    if (isBare) flushSync(() => look(box, inner));
    else look(box, inner);
  }

  const settleLatest = useEffectEvent(settle);
  useLayoutEffect(() => settleLatest());
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => settleLatest());
    if (container.current) observer.observe(container.current);
    if (content.current) observer.observe(content.current);
    const touch = () => {
      memory.isTouched = true;
    };
    const acts = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
    const box = container.current;
    for (const act of acts) box?.addEventListener(act, touch, { passive: true });
    return () => {
      observer.disconnect();
      for (const act of acts) box?.removeEventListener(act, touch);
    };
  }, [memory]);
  const leave = useEffectEvent(() => {
    const seen = memory.places.find(({ top, height }) => top + height > memory.top + 1);
    onLeave(isAtEnd || !seen ? null : { id: seen.id, align: "start", offset: seen.top - memory.top });
  });
  useEffect(() => () => leave(), []);

  return {
    container,
    content,
    pieces: piecesOf(ids.length, span, kept, heightOf),
    onScroll,
    isAtEnd,
    isFarFromEnd: isFar,
    isMarkAbove,
    show(target) {
      memory.target = target;
      memory.isPinned = false;
      settle();
    },
    toEnd() {
      memory.target = null;
      memory.isPinned = true;
      // Even if the view has moved since.
      memory.top = 0;
      settle();
    },
  };
}

function sizeOf({ scrollHeight, clientHeight }: HTMLElement): string {
  return `${scrollHeight} ${clientHeight}`;
}

function placesOf(box: HTMLElement, inner: HTMLElement): RowPlace[] {
  const shift = box.scrollTop - box.getBoundingClientRect().top;
  const places: RowPlace[] = [];
  for (const child of inner.children) {
    const id = child instanceof HTMLElement ? child.dataset.row : undefined;
    if (id === undefined) continue;
    const { top, height } = child.getBoundingClientRect();
    places.push({ id, top: top + shift, height });
  }
  return places;
}

function topFor({ align, offset = 0 }: RowTarget, { top, height }: RowPlace, box: HTMLElement): number {
  if (align === "start") return top - offset;
  if (align === "center") return top - Math.max(0, (box.clientHeight - height) / 2);
  const lowest = top + height - box.clientHeight;
  return Math.min(Math.max(box.scrollTop, lowest), top);
}
