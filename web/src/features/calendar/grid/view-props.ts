import type { WorkingHours } from "@atoll/contract/calendar/working-hours";
import { weekdayOf } from "../../../lib/time/wall-time.ts";
import type { DraggedSpan } from "../drag/use-grid-drag.ts";
import type { GridItem } from "../layout/item.ts";
import type { Wall } from "../time/wall.ts";

/** The props of every view. */
export interface ViewProps {
  /** The days it shows. */
  days: readonly string[];
  /** The day that the address names. */
  day: string;
  items: readonly GridItem[];
  workingHours: WorkingHours;
  /** Now, on the person's wall. */
  now: Wall;
  /** The event that is open, by its key. */
  openKey: string | undefined;
  hintId: string;
  dragged: DraggedSpan | undefined;
  onOpen: (item: GridItem) => void;
  onGo: (day: string, view?: "day") => void;
  /** Begins an event there; without a minute one of the whole day. */
  onAdd: (day: string, minute?: number) => void;
}

/** The person does not work on that day. */
export function isOff(day: string, workingHours: WorkingHours): boolean {
  return workingHours[weekdayOf(day) - 1] === null;
}

/** It is over. */
export function isPast({ span: { to } }: Pick<GridItem, "span">, now: Wall): boolean {
  return to.day < now.day || (to.day === now.day && to.minute <= now.minute);
}

/** The ghost that the grid draws during a drag: the item at its new time, or the item that is being made. */
export function withDragged(
  items: readonly GridItem[],
  dragged: DraggedSpan | undefined,
): readonly GridItem[] {
  if (!dragged) return items;
  if (dragged.item && dragged.kind !== "place") {
    const { key } = dragged.item;
    return items.map((item) => (item.key === key ? { ...item, span: dragged.span } : item));
  }
  return [...items, ghostOf(dragged)];
}

export function ghostOf({ item, span, isAllDay, title }: DraggedSpan): GridItem {
  return {
    key: item?.key ?? "new",
    title: item?.title ?? (title?.trim() || "New event"),
    isAllDay,
    span,
    look: "plain",
    hue: item?.hue ?? "own-lagoon",
    location: "",
    mayMove: false,
    isRepeating: false,
    isTask: item?.isTask ?? false,
    isDue: false,
  };
}
