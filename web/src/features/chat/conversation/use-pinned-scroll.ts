import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import type { MessageRow } from "./message-rows.ts";
import { useHand } from "./use-hand.ts";

/** This close to the end counts as being there. */
const endSlackPx = 32;

export interface PinnedScroll {
  /** The newest message is in view. */
  isAtEnd: boolean;
  /** More than a view away from it, or new messages wait there: worth a button. */
  isFarFromEnd: boolean;
  jump: () => void;
  onScroll: (offset: number) => void;
  onResize: () => void;
  /** For the scrolling element: tells a person's scrolling from the page's own. */
  hand: ReturnType<typeof useHand>["handlers"];
}

/**
 * Keeps the end in view while the person is at it: when messages arrive, when the composer grows, when rows
 * turn out higher than thought. Scrolling up lets go; an own new message takes hold again.
 */
export function usePinnedScroll(
  list: RefObject<VirtualizerHandle | null>,
  rows: readonly MessageRow[],
): PinnedScroll {
  const isPinned = useRef(true);
  const lastOffset = useRef(0);
  const hand = useHand();
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [isFar, setIsFar] = useState(false);
  const lastRow = rows.at(-1);
  const ownNewId = lastRow?.item.kind === "pending" ? lastRow.id : null;

  function toEnd() {
    if (rows.length > 0) list.current?.scrollToIndex(rows.length - 1, { align: "end" });
  }
  function jump() {
    isPinned.current = true;
    toEnd();
  }
  const toEndWhenPinned = () => {
    if (isPinned.current) toEnd();
  };
  const follow = useRef({ jump, toEndWhenPinned });
  useLayoutEffect(() => {
    follow.current = { jump, toEndWhenPinned };
  });
  useLayoutEffect(() => {
    if (ownNewId !== null) follow.current.jump();
  }, [ownNewId]);
  useLayoutEffect(() => {
    if (rows.length > 0) follow.current.toEndWhenPinned();
  }, [rows]);

  /** Takes in where the view stands, by `movedUp` also that the person let go of the end. */
  function measure(offset: number, movedUp: boolean) {
    const handle = list.current;
    if (!handle) return;
    const distance = handle.scrollSize - handle.viewportSize - offset;
    if (distance <= endSlackPx) isPinned.current = true;
    else if (movedUp) isPinned.current = false;
    setIsAtEnd(isPinned.current);
    setIsFar(!isPinned.current && distance > handle.viewportSize / 2);
  }
  function onScroll(offset: number) {
    // Rows that turn out higher, or a composer that grows, move the end away from the person, not the person.
    const movedUp = offset < lastOffset.current && hand.isScrolling();
    lastOffset.current = offset;
    measure(offset, movedUp);
  }
  function onResize() {
    toEndWhenPinned();
    measure(list.current?.scrollOffset ?? 0, false);
  }

  return { isAtEnd, isFarFromEnd: isFar, jump, onScroll, onResize, hand: hand.handlers };
}
