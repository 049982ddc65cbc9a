import type { CanvasElement } from "@atoll/contract/documents/canvas";
import type { CanvasItem } from "./board-canvas.ts";

export type NoteItem = CanvasItem & { element: Extract<CanvasElement, { kind: "note" }> };

/** The notes of a frame, or those in none. */
export interface NoteGroup {
  /** Id of the frame; null when the notes are in none. */
  id: string | null;
  name: string;
  /** From top to bottom, and from left to right. */
  notes: NoteItem[];
}

/** Notes by their frames, in reading order; those without a frame come last. */
export function groupNotes(items: ReadonlyMap<string, CanvasItem>): NoteGroup[] {
  const frames = inReadingOrder([...items.values()].filter(({ element }) => element.kind === "frame"));
  const groups = new Map<string | null, NoteGroup>(
    frames.map(({ id, element }) => [id, { id, name: element.text.trim() || "Unnamed group", notes: [] }]),
  );
  const loose: NoteGroup = { id: null, name: "No group", notes: [] };
  for (const item of items.values())
    if (isNote(item)) (groups.get(item.element.frame) ?? loose).notes.push(item);
  const all = [...groups.values(), ...(loose.notes.length > 0 || frames.length === 0 ? [loose] : [])];
  return all.map((group) => ({ ...group, notes: inReadingOrder(group.notes) }));
}

type FrameItem = CanvasItem & { element: Extract<CanvasElement, { kind: "frame" }> };

/** The frames as they are presented: those with an order first, then the others in reading order. */
export function framesInOrder(items: ReadonlyMap<string, CanvasItem>, order: readonly string[]): FrameItem[] {
  const frames = inReadingOrder([...items.values()].filter(isFrame));
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: FrameItem) => places.get(id) ?? order.length;
  return frames.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const isFrame = (item: CanvasItem): item is FrameItem => item.element.kind === "frame";

/** Returns the note that is nearest to a place of the canvas. */
export function nearestNote(
  items: ReadonlyMap<string, CanvasItem>,
  { x, y }: { x: number; y: number },
): string | null {
  let nearest: { id: string; distance: number } | null = null;
  for (const item of items.values()) {
    if (!isNote(item)) continue;
    const { at, size } = item.element;
    const distance = Math.hypot(at[0] + size[0] / 2 - x, at[1] + size[1] / 2 - y);
    if (!nearest || distance < nearest.distance) nearest = { id: item.id, distance };
  }
  return nearest?.id ?? null;
}

export const isNote = (item: CanvasItem): item is NoteItem => item.element.kind === "note";

/** Rows of notes are rarely exact: what is less apart than half a note is one row. */
const rowHeight = 60;

/** From top to bottom, and in each row from left to right. A row begins at the highest note that is in no other. */
export function inReadingOrder<Item extends Pick<CanvasItem, "id" | "element">>(
  items: readonly Item[],
): Item[] {
  const rows: Item[][] = [];
  for (const item of items.toSorted((a, b) => a.element.at[1] - b.element.at[1])) {
    const row = rows.at(-1);
    const top = row?.[0]?.element.at[1];
    if (row && top !== undefined && item.element.at[1] - top < rowHeight) row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) =>
    row.toSorted((a, b) => a.element.at[0] - b.element.at[0] || a.id.localeCompare(b.id)),
  );
}
