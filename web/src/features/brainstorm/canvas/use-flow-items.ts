import { useEffect, useState } from "react";
import type { CanvasItem } from "./board-canvas.ts";

type Items = ReadonlyMap<string, CanvasItem>;

/** Places that others changed wait so long for each other, in milliseconds. */
const togetherMs = 700;

/**
 * The elements as the flow draws them. A drop of somebody else's waits for other drops, and its element is shifted there
 * at once: a change of a flow's nodes costs time for each of its nodes.
 * @param own changes when the viewer moves something, which is never to wait
 */
export function useFlowItems(items: Items, own: unknown): Items {
  const [drawn, setDrawn] = useState({ items, own });
  const mayWait = drawn.own === own && differOnlyInPlace(drawn.items, items);
  const isBehind = drawn.items !== items && mayWait;
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => setDrawn((before) => ({ ...before, own: undefined })), togetherMs);
    return () => clearTimeout(timer);
  }, [isBehind]);
  if ((drawn.items !== items || drawn.own !== own) && !mayWait) {
    setDrawn({ items, own });
    return items;
  }
  return drawn.items;
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
