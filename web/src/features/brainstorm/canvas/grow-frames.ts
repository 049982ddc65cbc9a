import type { CanvasElement, CanvasPoint } from "@atoll/contract/documents/canvas";
import { canvasMaxSize } from "@atoll/contract/documents/canvas-limits";
import type { CanvasItem, ElementChange } from "./board-canvas.ts";
import { boxOf, clampPoint } from "./geometry.ts";

/** From the edge of a frame to what is in it. */
const inset = 10;

type Items = ReadonlyMap<string, CanvasItem>;
/** Along the width, or along the height: an index into places and sizes. */
type Axis = 0 | 1;

/**
 * Returns the changes that make frames as high and as wide as what was put into them needs, with everything below them
 * moved down and everything to their right moved right as far, as a reveal does.
 * @param items the elements as they are with the ones that were put.
 */
export function growFrames(items: Items, putIds: readonly string[]): Map<string, ElementChange> {
  const changes = growAlong(1, items, putIds);
  const grown = changes.size === 0 ? items : withChanges(items, changes);
  for (const [id, change] of growAlong(0, grown, putIds)) changes.set(id, { ...changes.get(id), ...change });
  return changes;
}

function growAlong(axis: Axis, items: Items, putIds: readonly string[]): Map<string, ElementChange> {
  const lengths = new Map<string, number>();
  for (const id of putIds) {
    const item = items.get(id);
    const frame = item?.element.frame ? items.get(item.element.frame) : undefined;
    // A drawing may go over the edge of a frame.
    const isLoose = item?.element.kind === "arrow" || item?.element.kind === "stroke";
    if (!item || isLoose || frame?.element.kind !== "frame") continue;
    const end = endOf(axis, item, items);
    const before = lengths.get(frame.id) ?? frame.element.size[axis];
    const needed = Math.ceil(end + inset - frame.element.at[axis]);
    if (end > frame.element.at[axis] + before && needed <= canvasMaxSize)
      lengths.set(frame.id, Math.max(before, needed));
  }
  const changes = new Map<string, ElementChange>();
  if (lengths.size === 0) return changes;
  const shiftAt = shiftsOf(axis, items, lengths);
  const moved = ([x, y]: CanvasPoint, by: number) => clampPoint(axis === 0 ? [x + by, y] : [x, y + by]);
  for (const [id, { element }] of items) {
    if (element.kind === "arrow") {
      const ends = (["from", "to"] as const).flatMap((name) => {
        const end = element[name];
        const by = "point" in end ? shiftAt(end.point[axis]) : 0;
        return "point" in end && by > 0 ? [[name, { point: moved(end.point, by) }] as const] : [];
      });
      if (ends.length > 0) changes.set(id, Object.fromEntries(ends));
      continue;
    }
    const holder = element.frame === null ? undefined : items.get(element.frame)?.element;
    const by = shiftAt((holder ?? element).at[axis]);
    const length = lengths.get(id);
    if (by === 0 && length === undefined) continue;
    const [width, height] = element.size;
    changes.set(id, {
      ...(by > 0 && { at: moved(element.at, by) }),
      ...(length !== undefined && { size: axis === 0 ? [length, height] : [width, length] }),
    });
  }
  return changes;
}

function endOf(axis: Axis, item: CanvasItem, items: Items): number {
  const { x, y, width, height } = boxOf(item, items);
  return axis === 0 ? x + width : y + height;
}

function withChanges(items: Items, changes: ReadonlyMap<string, ElementChange>): Items {
  const after = new Map(items);
  for (const [id, change] of changes) {
    const item = items.get(id);
    if (item) after.set(id, { ...item, element: { ...item.element, ...change } as CanvasElement });
  }
  return after;
}

/** Returns how far a place of the canvas moves: as far as the frames before it grow, one after the other. */
function shiftsOf(axis: Axis, items: Items, lengths: ReadonlyMap<string, number>) {
  const steps: { from: number; shift: number }[] = [];
  const shiftAt = (place: number) =>
    steps.reduce((most, { from, shift }) => (from <= place ? Math.max(most, shift) : most), 0);
  const growing = [...lengths].flatMap(([id, length]) => {
    const item = items.get(id);
    return item?.element.kind === "frame"
      ? [{ end: endOf(axis, item, items), by: length - item.element.size[axis] }]
      : [];
  });
  for (const { end, by } of growing.toSorted((a, b) => a.end - b.end))
    steps.push({ from: end, shift: shiftAt(end) + by });
  return shiftAt;
}
