import { type RefObject, useEffect, useState } from "react";
import type { Box } from "../../../ui/base/place.ts";
import { type SelectedText, selectedText } from "./selected-text.ts";

export interface SelectedPlace {
  selected: SelectedText;
  /** The position of its end in the window, in pixels. */
  box: Box;
}

/**
 * Returns the person's selection in messages and its position, once they have finished selecting. A press on the button
 * `offer` does not count as a new selection, because the button would disappear under the finger.
 */
export function useSelectedText(offer: RefObject<HTMLElement | null>): SelectedPlace | null {
  const [place, setPlace] = useState<SelectedPlace | null>(null);
  useEffect(() => {
    const pressing = new AbortController();
    const options = { capture: true, passive: true, signal: pressing.signal };
    let isPressed = false;
    let frame = 0;
    // Many events make one look a frame.
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setPlace(isPressed ? null : findPlace()));
    };
    const press = ({ target }: PointerEvent) => {
      isPressed = !(target instanceof Node && offer.current?.contains(target));
      look();
    };
    const letGo = () => {
      isPressed = false;
      look();
    };
    document.addEventListener("selectionchange", look, options);
    document.addEventListener("pointerdown", press, options);
    document.addEventListener("pointerup", letGo, options);
    // A finger that scrolls, or that the browser selects with, ends so.
    document.addEventListener("pointercancel", letGo, options);
    document.addEventListener("scroll", look, options);
    // A dialog that opens takes the focus, and may leave the selection.
    document.addEventListener("focusin", look, options);
    window.addEventListener("resize", look, options);
    return () => {
      pressing.abort();
      cancelAnimationFrame(frame);
    };
  }, [offer]);
  return place;
}

function findPlace(): SelectedPlace | null {
  const selection = getSelection();
  const selected = selectedText(selection);
  if (!selection || !selected || isCovered(selection.focusNode)) return null;
  const [first, ...others] = selection.getRangeAt(0).getClientRects();
  const last = others.findLast(({ width }) => width > 0) ?? first;
  if (!last) return null;
  const { top, left, width, height } = last;
  const isInView = top + height > 0 && top < window.innerHeight;
  return isInView ? { selected, box: { top, left, width, height } } : null;
}

/** By a dialog, which hides the page from assistive tech. */
function isCovered(node: Node | null): boolean {
  return node?.parentElement?.closest("[inert], [aria-hidden=true]") != null;
}
