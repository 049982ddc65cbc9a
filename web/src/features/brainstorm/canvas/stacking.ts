import type { CanvasItem, ElementChange } from "./board-canvas.ts";

/** Frames are below everything else by more than this, and what is being moved is above it. */
const maxStack = 9_000;

/**
 * Returns the changes that put elements above or below all others. They keep their order among themselves, and frames stay
 * below everything else.
 */
export function stackChanges(
  items: ReadonlyMap<string, CanvasItem>,
  ids: ReadonlySet<string>,
  to: "front" | "back",
): Map<string, ElementChange> {
  const changes = new Map<string, ElementChange>();
  for (const isFrame of [true, false]) {
    const layer = [...items.values()]
      .filter(({ element }) => element.kind !== "arrow" && (element.kind === "frame") === isFrame)
      .toSorted((a, b) => a.element.stack - b.element.stack || (a.id < b.id ? -1 : 1));
    const moved = layer.filter(({ id }) => ids.has(id));
    const others = layer.filter(({ id }) => !ids.has(id));
    const edge = to === "front" ? others.at(-1) : others[0];
    if (moved.length === 0 || !edge) continue;
    const first = to === "front" ? edge.element.stack + 1 : edge.element.stack - moved.length;
    const isWithin = first >= -maxStack && first + moved.length <= maxStack;
    const numbered = isWithin ? moved : to === "front" ? [...others, ...moved] : [...moved, ...others];
    // Past the last number, the whole layer is numbered again.
    const start = isWithin ? first : -Math.floor(numbered.length / 2);
    for (const [index, { id }] of numbered.entries()) changes.set(id, { stack: start + index });
  }
  return changes;
}
