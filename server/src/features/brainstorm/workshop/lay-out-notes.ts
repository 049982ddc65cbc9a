import type { CanvasPoint, IdentifiedElement } from "@atoll/contract/documents/canvas";
import { canvasMaxCoordinate, canvasMaxSize } from "@atoll/contract/documents/canvas-limits";
import { type Box, boxOf, gridFrom, noteHeight, noteWidth } from "./note-grid.ts";

/** From the edge of a frame to its notes. */
const inset = 10;
/** The name of a frame is above its notes. */
const frameHead = 36;
/** Space between the board and the notes below it. */
const belowBoard = 40;
const columnsBelow = 6;

interface NotePlace {
  at: CanvasPoint;
  frame: string | null;
}

export interface Layout {
  places: ReadonlyMap<string, NotePlace>;
  /** Elements as they are after frames grew and what is below them made room. */
  moved: IdentifiedElement[];
}

/**
 * Returns a place for each note that comes onto a canvas, so that none covers another: in its frame, else below the
 * board. A frame grows downwards until its notes are in it, and everything below it moves down as far. People who wrote
 * in private could not see where the others put theirs.
 */
export function layOutNotes(
  notes: readonly { id: string; frame_id: string | null }[],
  elements: readonly IdentifiedElement[],
): Layout {
  const frames = new Map(
    elements.flatMap((one) => (one.element.kind === "frame" ? [[one.id, boxOf(one.element)] as const] : [])),
  );
  const inFrames = new Map<string, CanvasPoint>();
  const heights = new Map<string, number>();
  for (const [frameId, members] of Map.groupBy(notes, ({ frame_id }) => frame_id)) {
    const frame = frameId === null ? undefined : frames.get(frameId);
    if (!frame || frameId === null) continue;
    const next = gridIn(frame, takenIn(frameId, frame, elements));
    for (const { id } of members) {
      const at = next();
      const height = at[1] + noteHeight + inset - frame.y;
      if (height > canvasMaxSize) break;
      inFrames.set(id, at);
      heights.set(frameId, Math.max(heights.get(frameId) ?? frame.height, height));
    }
  }
  const shiftAt = shiftsOf(
    [...heights].map(([id, height]) => ({ ...(frames.get(id) as Box), grown: height })),
  );
  /** Elements of a frame move with it. */
  const shiftOf = ({ id, element }: IdentifiedElement): number =>
    shiftAt((frames.get(element.frame ?? "") ?? frames.get(id) ?? { y: element.at[1] }).y);
  const after = elements.map((one) => movedBy(one, shiftOf(one), shiftAt, heights.get(one.id)));
  const boxes = after.flatMap(({ element }) => (element.kind === "arrow" ? [] : [boxOf(element)]));
  const left = Math.min(0, ...boxes.map(({ x }) => x));
  const bottom = Math.max(-belowBoard, ...boxes.map((box) => box.y + box.height));
  const below = gridFrom([left, bottom + belowBoard], columnsBelow, []);
  const places = new Map(
    notes.map(({ id, frame_id: frameId }): [string, NotePlace] => {
      const at = inFrames.get(id);
      if (!at) return [id, { at: clamped(below()), frame: null }];
      const shift = shiftAt(frames.get(frameId ?? "")?.y ?? 0);
      return [id, { at: clamped([at[0], at[1] + shift]), frame: frameId }];
    }),
  );
  return { places, moved: after.filter((one, index) => one !== elements[index]) };
}

/** Returns the free places in a frame; one that is narrower than a note takes one below the other. */
function gridIn(frame: Box, taken: readonly Box[]): () => CanvasPoint {
  const columns = Math.max(1, Math.floor((frame.width - 2 * inset + 8) / (noteWidth + 8)));
  return gridFrom([frame.x + inset, frame.y + frameHead], columns, taken);
}

/** Returns the boxes in a frame, or over it; those below it move away. A drawing may be around notes, and takes no place. */
function takenIn(frameId: string, frame: Box, elements: readonly IdentifiedElement[]): Box[] {
  return elements.flatMap(({ id, element }) => {
    if (element.kind === "arrow" || element.kind === "stroke" || id === frameId) return [];
    const box = boxOf(element);
    if (element.frame === frameId) return [box];
    return element.kind !== "frame" && box.y < frame.y + frame.height ? [box] : [];
  });
}

/**
 * Returns how far a height of the canvas moves down when frames grow: as far as those above it grow, one after the
 * other. It never falls from top to bottom, so that what was below another element stays below it.
 */
function shiftsOf(growing: readonly (Box & { grown: number })[]): (y: number) => number {
  const steps: { from: number; shift: number }[] = [];
  const shiftAt = (y: number) =>
    steps.reduce((most, { from, shift }) => (from <= y ? Math.max(most, shift) : most), 0);
  for (const { y, height, grown } of growing.toSorted((a, b) => a.y + a.height - b.y - b.height))
    steps.push({ from: y + height, shift: shiftAt(y) + grown - height });
  return shiftAt;
}

function movedBy(
  one: IdentifiedElement,
  shift: number,
  shiftAt: (y: number) => number,
  height: number | undefined,
): IdentifiedElement {
  const { element } = one;
  const down = ([x, y]: CanvasPoint, by: number): CanvasPoint => clamped([x, y + by]);
  if (element.kind === "arrow") {
    const end = (at: typeof element.from) =>
      "point" in at && shiftAt(at.point[1]) > 0 ? { point: down(at.point, shiftAt(at.point[1])) } : at;
    const [from, to] = [end(element.from), end(element.to)];
    return from === element.from && to === element.to ? one : { ...one, element: { ...element, from, to } };
  }
  const grows = element.kind === "frame" && height !== undefined && height > element.size[1];
  if (shift === 0 && !grows) return one;
  const at = shift === 0 ? element.at : down(element.at, shift);
  return grows
    ? { ...one, element: { ...element, at, size: [element.size[0], Math.ceil(height)] } }
    : { ...one, element: { ...element, at } };
}

function clamped([x, y]: CanvasPoint): CanvasPoint {
  const clamp = (value: number) =>
    Math.round(Math.max(-canvasMaxCoordinate, Math.min(canvasMaxCoordinate, value)));
  return [clamp(x), clamp(y)];
}
