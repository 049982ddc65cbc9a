import { useCallback, useEffect, useState } from "react";
import type { CanvasItem } from "./board-canvas.ts";

type Items = ReadonlyMap<string, CanvasItem>;

/** Places that others changed wait so long for each other, in milliseconds. */
const togetherMs = 700;

/**
 * The elements as the flow draws them. A drop of somebody else's waits for other drops, and its element is shifted there
 * at once: a change of a flow's nodes costs time for each of its nodes.
 * @param own changes when the viewer moves something, which is never to wait
 * @returns the elements, and a function that brings in those that wait: a drag begins where the flow has its element
 */
export function useFlowItems(items: Items, own: unknown): [drawn: Items, catchUp: () => void] {
  const [drawn, setDrawn] = useState({ items, own, isDue: false });
  const catchUp = useCallback(() => setDrawn((before) => ({ ...before, isDue: true })), []);
  const isBehind = drawn.items !== items;
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(catchUp, togetherMs);
    return () => clearTimeout(timer);
  }, [isBehind, catchUp]);
  const mustDraw = drawn.isDue || drawn.own !== own || !differOnlyInPlace(drawn.items, items);
  if (!mustDraw) return [drawn.items, catchUp];
  setDrawn({ items, own, isDue: false });
  return [items, catchUp];
}

function differOnlyInPlace(before: Items, after: Items): boolean {
  if (before === after) return true;
  if (before.size !== after.size) return false;
  for (const [id, item] of after) {
    const known = before.get(id);
    if (known !== item && !(known && isSameBesidesPlace(known, item))) return false;
  }
  return true;
}

function isSameBesidesPlace(one: CanvasItem, other: CanvasItem): boolean {
  if (one.element.kind === "arrow" || other.element.kind === "arrow") return false;
  return (
    one.authorId === other.authorId &&
    JSON.stringify({ ...one.element, at: 0 }) === JSON.stringify({ ...other.element, at: 0 })
  );
}
