import type { CanvasPoint } from "@atoll/contract/documents/canvas";
import { canvasMaxSize } from "@atoll/contract/documents/canvas-limits";
import type { CanvasItem, ElementChange } from "./board-canvas.ts";
import { boxOf, clampPoint } from "./geometry.ts";

/** From the edge of a frame to what is in it. */
const inset = 10;

/**
 * Returns the changes that make frames as high as what was put into them needs, with everything below them moved down as
 * far, as a reveal does.
 * @param items the elements as they are with the ones that were put.
 */
export function growFrames(
  items: ReadonlyMap<string, CanvasItem>,
  putIds: Iterable<string>,
): Map<string, ElementChange> {
  const heights = new Map<string, number>();
  for (const id of putIds) {
    const item = items.get(id);
    const frame = item?.element.frame ? items.get(item.element.frame) : undefined;
    if (!item || item.element.kind === "arrow" || frame?.element.kind !== "frame") continue;
    const box = boxOf(item, items);
    const before = heights.get(frame.id) ?? frame.element.size[1];
    const needed = Math.ceil(box.y + box.height + inset - frame.element.at[1]);
    if (box.y + box.height > frame.element.at[1] + before && needed <= canvasMaxSize)
      heights.set(frame.id, Math.max(before, needed));
  }
  const changes = new Map<string, ElementChange>();
  if (heights.size === 0) return changes;
  const shiftAt = shiftsOf(items, heights);
  const down = ([x, y]: CanvasPoint, by: number) => clampPoint([x, y + by]);
  for (const [id, { element }] of items) {
    if (element.kind === "arrow") {
      const moved = (["from", "to"] as const).flatMap((name) => {
        const end = element[name];
        const by = "point" in end ? shiftAt(end.point[1]) : 0;
        return "point" in end && by > 0 ? [[name, { point: down(end.point, by) }] as const] : [];
      });
      if (moved.length > 0) changes.set(id, Object.fromEntries(moved));
      continue;
    }
    const holder = element.frame === null ? undefined : items.get(element.frame)?.element;
    const by = shiftAt((holder ?? element).at[1]);
    const height = heights.get(id);
    if (by === 0 && height === undefined) continue;
    changes.set(id, {
      ...(by > 0 && { at: down(element.at, by) }),
      ...(height !== undefined && { size: [element.size[0], height] }),
    });
  }
  return changes;
}

/** Returns how far a height of the canvas moves down: as far as the frames above it grow, one after the other. */
function shiftsOf(items: ReadonlyMap<string, CanvasItem>, heights: ReadonlyMap<string, number>) {
  const steps: { from: number; shift: number }[] = [];
  const shiftAt = (y: number) =>
    steps.reduce((most, { from, shift }) => (from <= y ? Math.max(most, shift) : most), 0);
  const growing = [...heights].flatMap(([id, grown]) => {
    const item = items.get(id);
    return item ? [{ ...boxOf(item, items), grown }] : [];
  });
  for (const { y, height, grown } of growing.toSorted((a, b) => a.y + a.height - b.y - b.height))
    steps.push({ from: y + height, shift: shiftAt(y) + grown - height });
  return shiftAt;
}
