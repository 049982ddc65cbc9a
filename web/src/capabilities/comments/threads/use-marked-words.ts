import type { CommentWords } from "@atoll/contract/comments/schemas";
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { createWordFinder, describeWords } from "../../../lib/place-words.ts";
import { readShownText } from "./shown-text.ts";
import "./words.css";

interface MarkedThread {
  id: string;
  words: CommentWords | null;
  /** Also a thread that is not marked has a place. */
  isMarked: boolean;
}

/** The longest time between the two clicks of a double click that most systems have. */
const doubleClickMs = 500;

export interface MarkedWords {
  /** The threads whose words are in the text, with their places, in the order of the text. */
  places: ReadonlyMap<string, number>;
  /** Returns the words that are selected in the text. */
  readSelected: () => CommentWords | null;
  /** Brings the words of a thread into view. */
  show: (threadId: string) => void;
}

/**
 * Marks the words of threads in a text that is read. Marks are painted over the text, so that they can overlap and the
 * elements of the page stay as they are.
 * @param onPress a click on the words of a thread.
 */
export function useMarkedWords(
  root: RefObject<HTMLElement | null>,
  threads: readonly MarkedThread[],
  activeId: string | null,
  onPress: (threadId: string) => void,
): MarkedWords {
  const [places, setPlaces] = useState<ReadonlyMap<string, number>>(new Map());
  const ranges = useRef<ReadonlyMap<string, Range>>(new Map());
  // Cards and images change the page many times while it loads, and rarely its text.
  const [findWords] = useState(createWordFinder);

  const isPainted = (id: string) => id === activeId || threads.some((one) => one.id === id && one.isMarked);
  const paintNow = useEffectEvent((active: string | null) => {
    const painted = [...ranges.current].filter(([id]) => isPainted(id));
    paint(new Map(painted), active);
  });
  const place = useEffectEvent((wanted: readonly MarkedThread[] = threads) => {
    const found = root.current
      ? placeAll(root.current, wanted, findWords)
      : new Map<string, [number, Range]>();
    ranges.current = new Map([...found].map(([id, [, range]]) => [id, range]));
    paintNow(activeId);
    const next = new Map([...found].map(([id, [from]]) => [id, from]));
    const isSame = next.size === places.size && [...next].every(([id, from]) => places.get(id) === from);
    if (!isSame) setPlaces(next);
  });
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    let frame = 0;
    const soon = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        place();
      });
    };
    // Names and cards come into the text later.
    const observer = new MutationObserver(soon);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      paint(new Map(), null);
    };
  }, [root]);
  useEffect(() => place(threads), [threads]);
  useEffect(() => paintNow(activeId), [activeId]);

  const press = useEffectEvent((event: MouseEvent): string | undefined => {
    if (!window.getSelection()?.isCollapsed || isControl(event.target)) return undefined;
    const hit = [...ranges.current].filter(
      ([id, range]) => isPainted(id) && isAt(range, event.clientX, event.clientY),
    );
    // Where words overlap, the shortest are meant.
    const [nearest] = hit.toSorted(([, a], [, b]) => a.toString().length - b.toString().length);
    return nearest?.[0];
  });
  const open = useEffectEvent((threadId: string) => {
    // A second click has selected words.
    if (window.getSelection()?.isCollapsed) onPress(threadId);
  });
  useEffect(() => {
    const element = root.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The panel may move the text under the pointer before the second click of a double click.
    const click = (event: MouseEvent) => {
      clearTimeout(timer);
      const threadId = press(event);
      if (threadId === undefined) return;
      if (event instanceof PointerEvent && event.pointerType === "touch") open(threadId);
      else timer = setTimeout(() => open(threadId), doubleClickMs);
    };
    const stop = () => clearTimeout(timer);
    element?.addEventListener("click", click);
    document.addEventListener("pointerdown", stop);
    return () => {
      stop();
      element?.removeEventListener("click", click);
      document.removeEventListener("pointerdown", stop);
    };
  }, [root]);

  return {
    places,
    readSelected: useCallback(() => readWordsIn(root.current), [root]),
    show: useCallback((threadId) => {
      const start = ranges.current.get(threadId)?.startContainer.parentElement;
      for (let toggle = start?.closest("details"); toggle; toggle = toggle.parentElement?.closest("details"))
        toggle.open = true;
      start?.scrollIntoView({ block: "center" });
    }, []),
  };
}

/** Returns the words that are selected in a text. Null without any. */
export function readWordsIn(root: Element | null | undefined): CommentWords | null {
  const selection = window.getSelection();
  if (!root || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const shown = readShownText(root);
  const span = shown.spanOf(selection.getRangeAt(0));
  return span && describeWords(shown.text, span);
}

/** Finds the words of threads in a text, in its order. */
function placeAll(
  root: Element,
  threads: readonly MarkedThread[],
  findWords: ReturnType<typeof createWordFinder>,
): Map<string, [number, Range]> {
  if (threads.length === 0) return new Map();
  const shown = readShownText(root);
  const found = threads.flatMap(({ id, words }): [string, [number, Range]][] => {
    const span = words && findWords(shown.text, words);
    const range = span && shown.rangeOf(span);
    return range ? [[id, [span.from, range]]] : [];
  });
  return new Map(found.toSorted(([, [a]], [, [b]]) => a - b));
}

/** Without painted ranges, an older browser shows the threads with their quotes alone. */
function paint(ranges: ReadonlyMap<string, Range>, activeId: string | null): void {
  if (typeof CSS === "undefined" || !("highlights" in CSS)) return;
  CSS.highlights.set("thread", new Highlight(...ranges.values()));
  const active = activeId === null ? undefined : ranges.get(activeId);
  const front = new Highlight(...(active ? [active] : []));
  front.priority = 1;
  CSS.highlights.set("thread-active", front);
}

function isAt(range: Range, x: number, y: number): boolean {
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  );
}

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest("a, button, summary, input") !== null;
